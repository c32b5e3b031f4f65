import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allFamilies } from '@areal-studio/core'
import { OpenedEntry, StudioError, type EntrySource, type Opened, type OperationRun } from '@areal-studio/core/format'
import type { OperationOrder } from '@areal-studio/core/studio'
import { operationPool } from './operation-pool'

const ROOT = join(import.meta.dirname, '../..')
const { isBuilt } = (await import(new URL('../../build/built.mjs', import.meta.url).href)) as { isBuilt(): boolean }

let base: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'areal-operation-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A script whose thread does this with each order; `ask` is a question to this process. */
function script(name: string, work: string): string {
  const path = join(base, `${name}.mjs`)
  writeFileSync(
    path,
    `import { parentPort, receiveMessageOnPort } from 'node:worker_threads'
parentPort.on('message', ({ port, signal, entry }) => {
  const flag = new Int32Array(signal)
  const ask = question => {
    Atomics.store(flag, 0, 0)
    port.postMessage(question)
    for (;;) {
      const found = receiveMessageOnPort(port)
      if (found) return found.message
      Atomics.wait(flag, 0, 0)
      Atomics.store(flag, 0, 0)
    }
  }
  const end = counts => parentPort.postMessage({ outcome: { label: { code: '', params: {} }, edits: [], records: [], notices: [], counts } })
  ${work}
})
`,
  )
  return path
}

/** A file, and another one beside it. */
function fileOf(path: string, bytes: Uint8Array, others: Readonly<Record<string, Uint8Array>> = {}): Opened {
  const source = (name: string, own: Uint8Array): EntrySource<never> => ({
    path: name,
    name,
    attributes: {},
    container: null,
    bytes: own,
    base: own,
    size: own.length,
    head: own.subarray(0, 64),
    own: () => undefined,
    around: () => undefined,
    open: row => row,
    file: async other => (others[other] ? source(other, others[other]) : undefined),
    fileNames: async () => Object.keys(others),
    folderNames: async folder => [`${folder}/inner`],
  })
  return new OpenedEntry(source(path, bytes))
}

const order = (entry: Opened, given: Partial<OperationOrder> = {}): OperationOrder => ({
  family: 'parkan',
  format: 'parkan.texture',
  operation: 'resize',
  parameters: {},
  records: [],
  entry,
  step: () => Promise.resolve(),
  ...given,
})
const FILE = fileOf('a.tex', Uint8Array.of(1, 2, 3), { 'b.tex': Uint8Array.of(4, 5) })

it('lets the thread read the entry and others through this process, and shows its steps', async () => {
  const run = operationPool(
    script(
      'reads',
      `const of = entry.number
       const [other] = ask({ ask: 'beside', of, name: 'b.tex' }).entries
       ask({ ask: 'step', done: 1, total: 2 })
       const names = ask({ ask: 'fileNames', of, name: '' }).names.length
       const folders = ask({ ask: 'folderNames', of, name: 'Campaigns' }).names
       const none = ask({ ask: 'file', of, name: 'c.tex' }).entries.length
       const inner = folders[0] === 'Campaigns/inner' ? 1 : 0
       const [own, second] = [ask({ ask: 'bytes', of }).bytes.length, ask({ ask: 'bytes', of: other.number }).bytes[1]]
       end({ own, other: second, names, inner, none })`,
    ),
  )
  const steps: number[] = []
  const given = order(FILE, { step: async done => void steps.push(done) })
  const counts = { own: 3, other: 5, names: 1, inner: 1, none: 0 }
  expect((await run(given))?.counts).toEqual(counts)
  expect((await run(given))?.counts).toEqual(counts)
  expect(steps).toEqual([1, 1])
})

it('gives the errors of the operation, and those of what it asked for', async () => {
  const fails = `parentPort.postMessage({ failure: { kind: 'studio', code: 'operation.texture', params: { name: 'a' } } })`
  await expect(operationPool(script('fails', fails))(order(FILE))).rejects.toMatchObject({ code: 'operation.texture' })
  const stopped = `parentPort.postMessage({ failure: ask({ ask: 'step', done: 1, total: 2 }).failure })`
  const step = (): Promise<void> => Promise.reject(new StudioError('job.cancelled'))
  await expect(operationPool(script('stopped', stopped))(order(FILE, { step }))).rejects.toMatchObject({
    code: 'job.cancelled',
  })
})

it('ends a thread that computes without a step once the user stopped it', async () => {
  let looks = 0
  const guard = (): void => {
    if (++looks > 1) throw new StudioError('job.cancelled')
  }
  const run = operationPool(script('endless', 'for (;;);'))
  await expect(run(order(FILE, { guard }))).rejects.toMatchObject({ code: 'job.cancelled' })
})

it.each([
  ['ends', 'process.exit(0)'],
  ['breaks', 'throw new Error("broken")'],
  ['knows no such operation', 'parentPort.postMessage({ outcome: null })'],
])('a thread that %s leaves the work to the caller', async (name, work) => {
  const run = operationPool(script(name.replaceAll(' ', '-'), work))
  expect([await run(order(FILE)), await run(order(FILE))]).toEqual([undefined, undefined])
})

it('where there is no script the caller works', async () => {
  expect(await operationPool(join(base, 'none.mjs'))(order(FILE))).toBeUndefined()
})

describe('the built script', () => {
  const built = [join(ROOT, 'out/node/operation-worker.mjs'), join(ROOT, 'out/electron/operation-worker.mjs')]

  it.skipIf(!isBuilt()).each(built)('%s makes what this program makes, in a thread', async path => {
    const words = [0x6d786554, 2, 2, 2, 0, 0, 7, 8888, 0xff102030, 0x80ffffff, 0xff000000, 0xffff0000, 0xff00ff00]
    const entry = fileOf('a.tex', new Uint8Array(Uint32Array.from(words).buffer))
    const formats = (await allFamilies()).flatMap(family => family.formats)
    const resize = formats.find(({ id }) => id === 'parkan.texture')?.operations?.find(({ id }) => id === 'resize')
    const given: OperationRun = { parameters: { width: 4, height: 4 }, records: [], step: () => Promise.resolve() }
    expect(await operationPool(path)(order(entry, given))).toEqual(await resize?.run(entry, given))
    const small = order(fileOf('a.tex', new Uint8Array(8)), given)
    await expect(operationPool(path)(small)).rejects.toMatchObject({ code: 'operation.texture' })
  })
})
