import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import type { Attributes } from '@areal-studio/core/edit'
import type { Opened, Outcome } from '@areal-studio/core/format'
import type { OperationOrder, OperationThread } from '@areal-studio/core/studio'
import type { Answer, Ask, Ended, EntryAsk, OperationStart, RemoteEntry, StoredPart } from './operation-asks'
import { errorOf, failureOf } from './operation-errors'

const SCRIPT = join(import.meta.dirname, 'operation-worker.mjs')
/** Milliseconds between two checks of whether the user stopped the operation. */
const LOOK = 100

/** Runs each operation in a thread of its own. A stopped operation ends with its thread. */
export function operationPool(script = SCRIPT): OperationThread {
  return async order => {
    if (!existsSync(script)) return undefined
    const worker = new Worker(script)
    try {
      return (await ranBy(worker, order)) ?? undefined
    } finally {
      void worker.terminate()
    }
  }
}

/** Null where the thread does not know the operation, undefined where it ended early. */
function ranBy(worker: Worker, order: OperationOrder): Promise<Outcome | null | undefined> {
  const { port1: own, port2: port } = new MessageChannel()
  const signal = new SharedArrayBuffer(4)
  const entries = new OpenEntries()
  return new Promise((done, fail) => {
    const looking = setInterval(() => {
      try {
        order.guard?.()
      } catch (error) {
        close()
        fail(error)
      }
    }, LOOK)
    const close = (): void => {
      clearInterval(looking)
      own.close()
      worker.removeAllListeners()
    }
    worker.on('message', (ended: Ended) => {
      close()
      if ('failure' in ended) fail(errorOf(ended.failure))
      else done(ended.outcome)
    })
    for (const event of ['error', 'exit'])
      worker.on(event, () => {
        close()
        done(undefined)
      })
    own.on('message', (ask: Ask) => void answered(own, signal, () => entries.answer(ask, order)))
    const { family, format, operation, parameters, records, entry } = order
    const start: OperationStart = {
      family,
      format,
      operation,
      parameters,
      records,
      entry: entries.remote(entry),
      port,
      signal,
    }
    worker.postMessage(start, [port])
  })
}

/** Sends an answer and wakes the thread that waits for it. */
async function answered(own: MessagePort, signal: SharedArrayBuffer, answer: () => Promise<Answer>): Promise<void> {
  const made = await answer().catch((error: unknown): Answer => ({ failure: failureOf(error) }))
  own.postMessage(made)
  const flag = new Int32Array(signal)
  Atomics.store(flag, 0, 1)
  Atomics.notify(flag, 0)
}

const isStoredPart = (ask: Ask): ask is Extract<Ask, { readonly ask: StoredPart }> =>
  ask.ask === 'bytes' || ask.ask === 'base' || ask.ask === 'head'

/** Entries that a thread reads, by the numbers that it has for them. */
class OpenEntries {
  private readonly opened: Opened[] = []
  private readonly around = new Map<number, readonly Attributes[]>()

  remote(entry: Opened): RemoteEntry {
    const { path, name, size, attributes, container } = entry
    const plain = container && { path: container.path, name: container.name, format: container.format }
    const number = this.opened.push(entry) - 1
    const encoding = container?.encoding
    return { path, name, size, attributes, number, container: plain && { ...plain, ...(encoding && { encoding }) } }
  }

  async answer(ask: Ask, order: OperationOrder): Promise<Answer> {
    if (ask.ask === 'step') {
      await order.step(ask.done, ask.total)
      return { done: true }
    }
    const entry = this.opened[ask.of]
    if (!entry) throw new RangeError(`no entry ${ask.of}`)
    if (isStoredPart(ask)) {
      // A copy: of a part of an image the whole image would be sent.
      return { bytes: entry[ask.ask].slice() }
    }
    if (ask.ask === 'around') return { attributes: await this.attributesAround(ask.of, entry) }
    if (ask.ask === 'fileNames') return { names: await entry.fileNames(ask.name) }
    if (ask.ask === 'folderNames') return { names: await entry.folderNames(ask.name) }
    if (ask.ask === 'rowsIn') return { names: ((await entry.archive(ask.name))?.rows() ?? []).map(({ name }) => name) }
    return { entries: (await this.entries(ask, entry)).map(one => this.remote(one)) }
  }

  private async entries(ask: EntryAsk, entry: Opened): Promise<readonly Opened[]> {
    if (ask.ask === 'entries') return entry.entries()
    const found =
      ask.ask === 'sibling'
        ? await siblingAt(entry, ask.at)
        : ask.ask === 'row'
          ? await entry.row(ask.which)
          : ask.ask === 'rowIn'
            ? await (await entry.archive(ask.name))?.rows()[ask.at]?.open()
            : ask.ask === 'file'
              ? await entry.file(ask.name)
              : await entry.beside(ask.name)
    return found ? [found] : []
  }

  private async attributesAround(number: number, entry: Opened): Promise<readonly Attributes[]> {
    const known = this.around.get(number)
    if (known) return known
    const found: Attributes[] = []
    await entry.sibling(attributes => {
      found.push(attributes)
      return false
    })
    this.around.set(number, found)
    return found
  }
}

/** The row of that place in the archive around an entry. */
function siblingAt(entry: Opened, at: number): Promise<Opened | undefined> {
  let place = 0
  return entry.sibling(() => place++ === at)
}
