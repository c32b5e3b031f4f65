import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { assignedEdit } from '../../edit'
import { knownFamily, MemoryFiles } from '../../format'
import { assign, document, locate } from '../../layout'
import { createStudio } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { GAMEZ } from './gamez/gamez'
import { MW3 } from './mw3'
import { sampleInstall } from './sample/sample'
import type { Step } from './operations/world-edit'
import { addTexture, append, rename } from './structural/steps.fixture'

const PRISTINE = Object.fromEntries(sampleInstall().map(({ path, bytes }) => [path, bytes]))
const C1 = 'zbd/c1/gamez.zbd'
const T1 = 'zbd/t1/gamez.zbd'

async function openSample(more: Readonly<Record<string, Uint8Array>> = {}) {
  const ran: string[] = []
  const game = new MemoryFiles({ ...PRISTINE, ...more }, { root: '/game' })
  const hash = (whole: Uint8Array): string => createHash('sha256').update(whole).digest('hex')
  const seen: Record<string, Uint8Array>[] = []
  const host = memoryHost({
    hash,
    folders: new Map([['/game', game]]),
    platform: 'win32',
    run: ({ command }) => {
      ran.push(command)
      seen.push({ ...game.snapshot() })
      return 0
    },
  })
  const { api } = createStudio({ host, families: [knownFamily(MW3)] })
  await api.open('/game')
  return { api, game, ran, seen }
}

/** The world with another zone of its building. */
async function withZone(
  api: Awaited<ReturnType<typeof openSample>>['api'],
  entry: string,
  zone: number,
): Promise<void> {
  const { bytes } = await api.read(entry)
  const { splices } = assign(document(GAMEZ, bytes), 'nodes/6/zone_id', zone)
  const { revision } = (await api.info()) ?? { revision: 0 }
  await api.commit({ label: { code: 'label.edit', params: {} }, edits: [{ entry, base: revision, splices }] })
}

const changed = (files: Readonly<Record<string, Uint8Array>>): readonly string[] =>
  Object.keys(PRISTINE).filter(
    path => Buffer.compare(files[path] ?? new Uint8Array(0), PRISTINE[path] ?? new Uint8Array(0)) !== 0,
  )

it('deploys the changed world of a mission, starts the game with it, and restores it', async () => {
  const { api, game, ran, seen } = await openSample()
  await withZone(api, C1, 7)
  await api.pack()
  await api.deploy()
  expect(changed(game.snapshot())).toEqual([C1])
  await api.launch()
  expect(ran).toHaveLength(1)
  expect(ran[0]).toContain('Mech3.exe')
  expect(seen.map(changed)).toEqual([[C1]])
  await api.restore()
  expect(changed(game.snapshot())).toEqual([])
})

it.each<readonly [string, Step, string]>([
  ['a vertex', append('model_data/1/vertices', [1, 2, 3]), 'model_data/1/vertices'],
  ['a texture', addTexture('sky'), 'textures'],
  ['another name', rename(6, 'tower'), 'nodes/6/name'],
])('Changes has one line for %s, whatever follows from it', async (_, step, path) => {
  const { api } = await openSample()
  const { bytes } = await api.read(C1)
  const opened = document(GAMEZ, bytes)
  const edit = assignedEdit({ entry: C1, revision: 0, bytes, attributes: {} }, opened, step(opened))
  const { revision } = (await api.info()) ?? { revision: 0 }
  await api.commit({ label: { code: 'label.edit', params: {} }, edits: [{ ...edit, base: revision }] })
  const { files } = await api.pack()
  const entries = files.flatMap(file => file.entries)
  expect(entries.map(({ fieldCount }) => fieldCount)).toEqual([1])
  expect(entries.flatMap(({ fields }) => fields.map(field => field.path.startsWith(path)))).toEqual([true])
})

it('starts the fixed program of the community where it is there', async () => {
  const { api, ran } = await openSample({ 'Mech3fixup.exe': Uint8Array.of(0x4d, 0x5a) })
  await api.launch()
  expect(ran.map(command => /[^/\\]*\.exe/.exec(command)?.[0])).toEqual(['Mech3fixup.exe'])
})

it('keeps the worlds of several missions apart', async () => {
  const { api, game } = await openSample()
  await withZone(api, C1, 7)
  await withZone(api, T1, 9)
  await api.pack()
  await api.deploy()
  expect(changed(game.snapshot())).toEqual([C1, T1])
  await api.undo()
  await api.pack()
  await api.deploy()
  expect(changed(game.snapshot())).toEqual([C1])
})

it('lists worlds with their missions, missions, models and texture packages', async () => {
  const { api } = await openSample()
  const found = await api.subjects()
  const titles = (kind: string): readonly string[] => found.flatMap(one => (one.kind === kind ? [one.title] : []))
  expect(titles('map')).toEqual(['c1', 't1'])
  expect(titles('mission')).toEqual(['c1 m1', 't1 m1'])
  expect(titles('model')).toEqual(['mech_scout'])
  expect(titles('textures')).toContain('c1/rtexture.zbd')
})

it('lists no models of a library whose table is damaged', async () => {
  const { api } = await openSample({ 'zbd/mechlib.zbd': Uint8Array.of(1, 2, 3) })
  expect((await api.subjects()).filter(({ kind }) => kind === 'model')).toEqual([])
})

it.each([
  ['material_index_free', 'the number of used materials, kept twice in the header'],
  ['material_cycles/2/cycle/tex_map_index', 'the number of frames, kept twice in a cycle'],
  ['models/1/link', 'the place of the data of a model, kept in its slot'],
])('a wrong %s is a problem, is computed again and wrong again after the undo', async path => {
  const { api } = await openSample()
  const { bytes, revision: base } = await api.read(C1)
  const node = locate(document(GAMEZ, bytes), path)
  if (!node) throw new Error(`the sample has no ${path}`)
  const removed = bytes.slice(node.offset, node.offset + 1)
  const splices = [{ offset: node.offset, removed, inserted: removed.map(byte => byte ^ 1) }]
  await api.commit({ label: { code: 'label.edit', params: {} }, edits: [{ entry: C1, base, splices }] })
  const wrong = (await api.read(C1)).bytes
  const fixable = async () => (await api.check(C1)).filter(({ fix }) => fix?.id === 'layout.derived')
  const [problem, ...others] = await fixable()
  if (!problem) throw new Error('no problem')
  expect([problem.path, problem.severity, others]).toEqual([path, 'error', []])
  await api.repair(problem)
  expect(Buffer.compare((await api.read(C1)).bytes, bytes)).toBe(0)
  expect(await fixable()).toEqual([])
  await api.undo()
  expect(Buffer.compare((await api.read(C1)).bytes, wrong)).toBe(0)
  expect((await fixable()).map(one => one.path)).toEqual([path])
})
