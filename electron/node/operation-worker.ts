import { parentPort, receiveMessageOnPort } from 'node:worker_threads'
import { FAMILIES } from '@areal-studio/core'
import type { Attributes, EntryPath } from '@areal-studio/core/edit'
import {
  StudioError,
  type EntryInfo,
  type Opened,
  type Outcome,
  type UnreadArchive,
  type UnreadRow,
} from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import type { Answer, Ask, Ended, OperationStart, RemoteEntry, StoredPart } from './operation-asks'
import { errorOf, failureOf } from './operation-errors'
import { ownData } from './own-data'

type Asking = (ask: Ask) => Answer

/** Requests bytes from the other thread and waits for them: bytes of an entry are read in the middle of a computation. */
function askingBy({ port, signal }: OperationStart): Asking {
  const flag = new Int32Array(signal)
  return ask => {
    Atomics.store(flag, 0, 0)
    port.postMessage(ask)
    for (;;) {
      const received = receiveMessageOnPort(port)
      if (received) {
        const answer = received.message as Answer
        if ('failure' in answer) throw errorOf(answer.failure)
        return answer
      }
      Atomics.wait(flag, 0, 0)
      Atomics.store(flag, 0, 0)
    }
  }
}

/** An entry that the other thread has open; what it holds is read when it is first used. */
class RemoteOpened implements Opened {
  readonly path: EntryPath
  readonly name: string
  readonly size: number
  readonly attributes: Attributes
  readonly container: EntryInfo['container']
  private readonly number: number
  private readonly parts = new Map<StoredPart, Bytes>()

  constructor(
    { path, name, size, attributes, container, number }: RemoteEntry,
    private readonly ask: Asking,
  ) {
    this.path = path
    this.name = name
    this.size = size
    this.attributes = attributes
    this.container = container
    this.number = number
  }

  get bytes(): Bytes {
    return this.part('bytes')
  }

  get base(): Bytes {
    return this.part('base')
  }

  get head(): Bytes {
    return this.part('head')
  }

  async sibling(fits: (attributes: Attributes) => boolean): Promise<Opened | undefined> {
    const around = this.ask({ ask: 'around', of: this.number })
    const at = 'attributes' in around ? around.attributes.findIndex(fits) : -1
    return at < 0 ? undefined : this.opened({ ask: 'sibling', of: this.number, at })[0]
  }

  async entries(): Promise<readonly Opened[]> {
    return this.opened({ ask: 'entries', of: this.number })
  }

  async beside(name: string): Promise<Opened | undefined> {
    return this.opened({ ask: 'beside', of: this.number, name })[0]
  }

  async file(name: string): Promise<Opened | undefined> {
    return this.opened({ ask: 'file', of: this.number, name })[0]
  }

  async row(which: string | number): Promise<Opened | undefined> {
    return this.opened({ ask: 'row', of: this.number, which })[0]
  }

  async fileNames(name: string): Promise<readonly string[]> {
    return this.names({ ask: 'fileNames', of: this.number, name })
  }

  async folderNames(name: string): Promise<readonly string[]> {
    return this.names({ ask: 'folderNames', of: this.number, name })
  }

  /** The file itself, whose bytes are not read before they are used. */
  async archive(name: string): Promise<UnreadArchive | undefined> {
    const file = await this.file(name)
    return file && { row: which => file.row(which), rows: () => this.rowsIn(name) }
  }

  private rowsIn(name: string): readonly UnreadRow[] {
    return this.names({ ask: 'rowsIn', of: this.number, name }).map((row, at) => ({
      name: row,
      open: async () => {
        const [opened] = this.opened({ ask: 'rowIn', of: this.number, name, at })
        if (!opened) throw new StudioError('entry.missing', { entry: row }, name)
        return opened
      },
    }))
  }

  private names(ask: Ask): readonly string[] {
    const answer = this.ask(ask)
    return 'names' in answer ? answer.names : []
  }

  private part(ask: StoredPart): Bytes {
    const known = this.parts.get(ask)
    if (known) return known
    const answer = this.ask({ ask, of: this.number })
    const bytes = 'bytes' in answer ? answer.bytes : new Uint8Array(0)
    this.parts.set(ask, bytes)
    return bytes
  }

  private opened(ask: Ask): readonly Opened[] {
    const answer = this.ask(ask)
    return 'entries' in answer ? answer.entries.map(entry => new RemoteOpened(entry, this.ask)) : []
  }
}

/** Null where this program has no such operation. */
async function run(start: OperationStart): Promise<Outcome | null> {
  const family = await FAMILIES.find(({ id }) => id === start.family)?.load()
  const format = family?.formats.find(({ id }) => id === start.format)
  const operation = format?.operations?.find(({ id }) => id === start.operation)
  if (!operation) return null
  const ask = askingBy(start)
  const { parameters, records } = start
  return operation.run(new RemoteOpened(start.entry, ask), {
    parameters,
    records,
    step: async (done, total) => void ask({ ask: 'step', done, total }),
  })
}

parentPort?.on('message', (start: OperationStart) => {
  void run(start).then(
    outcome => end(start, { outcome }),
    (error: unknown) => end(start, { failure: failureOf(error) }),
  )
})

function end({ port }: OperationStart, ended: Ended): void {
  port.close()
  const { data, buffers } = ownData(ended)
  parentPort?.postMessage(data, buffers)
}
