import { expect, it } from 'vitest'
import { apply } from '../../edit'
import { HEAD_SIZE, OpenedEntry, type EntryRow, type Opened, type PresentRow, type Problem } from '../../format'
import { assign, document, locate, type Bytes } from '../../layout'
import { LNK } from './model/lnk'
import { formatOf, shelf } from './opened.fixture'
import { RES_CODEC } from './res/res'
import { writeArchive } from './res/res-pack'
import { bytesOf } from './sample/bytes-of'
import { sampleInstall } from './sample/sample'

const files: Readonly<Record<string, Bytes>> = Object.fromEntries(
  sampleInstall().map(({ path, bytes }) => [path, bytes]),
)

type Edit = (bytes: Bytes, entry: Opened) => Bytes

/** The sample with the entry below a file at names of rows changed; without bytes the row is removed. */
async function broken(where: readonly string[], edit: Edit | undefined): Promise<Readonly<Record<string, Bytes>>> {
  const [file = '', ...names] = where
  const change = async (entry: Opened, [name, ...rest]: readonly string[]): Promise<Bytes> => {
    if (name === undefined) return edit ? edit(entry.bytes, entry) : entry.bytes
    const rows = await entry.entries()
    if (!rows.some(row => row.name === name)) throw new Error(name)
    const present: PresentRow[] = []
    for (const [id, row] of rows.entries()) {
      const kept = { id: String(id), attributes: row.attributes }
      if (row.name !== name) present.push(kept)
      else if (rest.length > 0 || edit) present.push({ ...kept, payload: await change(row, rest) })
    }
    return RES_CODEC.pack(entry.bytes, present).bytes
  }
  return { ...files, [file]: await change(shelf(files).open(file), names) }
}

/** Another value at a path; names of tags may be steps of it. */
const set =
  (path: string, value: unknown): Edit =>
  (bytes, entry) => {
    const layout = formatOf(entry)?.layout?.(entry)
    if (!layout) throw new Error(entry.name)
    const opened = document(layout, bytes)
    const node = locate(opened, path)
    if (!node) throw new Error(`${entry.name} ${path}`)
    return apply(bytes, assign(opened, node.path, value as never).splices)
  }

/** The text at a path with a letter in place of the zero byte at its end. */
const withoutNul =
  (path: string): Edit =>
  (bytes, entry) => {
    const { offset = 0, size = 0 } = locate(document(formatOf(entry)?.layout?.(entry) ?? never(), bytes), path) ?? {}
    return bytes.map((byte, at) => (at === offset + size - 1 ? 0x73 : byte))
  }

const FIGURES = 'Res/figures.res'
const MAP = 'Maps/meadow.mob'
const object = (name: string): string => `OBJECTDBFILE/OBJECTSECTION/OBJECT/${name}/data/body`
const script = (from: string, to: string): Edit => {
  const path = 'OBJECTDBFILE/SS_TEXT/data/body/text'
  return (bytes, entry) => {
    const opened = document(formatOf(entry)?.layout?.(entry) ?? never(), bytes)
    return set(path, String(locate(opened, path)?.value).replaceAll(from, to))(bytes, entry)
  }
}
const never = (): never => {
  throw new Error('no layout')
}

interface Fault {
  readonly code: string
  readonly severity: Problem['severity']
  readonly where: readonly string[]
  readonly edit?: Edit
  /** What the problem is about: names in the path of its entry, its node. */
  readonly at: readonly [entry: string, path: string | undefined]
}

/** A field of the first monster of the sample. */
const monster = (at: number): string => `tables/body/1/records/body/0/fields/body/${at}/value`

const FAULTS: readonly Fault[] = [
  {
    code: 'mob.name',
    severity: 'error',
    where: [MAP],
    edit: set(object('OBJTEMPLATE'), 'stnowhere'),
    at: [MAP, object('OBJTEMPLATE')],
  },
  {
    code: 'db.name',
    severity: 'warning',
    where: ['Res/database.res', 'units.udb'],
    edit: set(`${monster(1)}/body`, 'orc'),
    at: ['Res/database.res', `${monster(1)}/body`],
  },
  {
    code: 'db.string',
    severity: 'error',
    where: ['Res/database.res', 'units.udb'],
    edit: withoutNul(`${monster(0)}/body`),
    at: ['Res/database.res', monster(0)],
  },
  { code: 'mq.text', severity: 'error', where: ['Maps/q1.mq', 'briefing q1_3'], at: ['Maps/q1.mq', undefined] },
  {
    code: 'mq.map',
    severity: 'warning',
    where: ['Maps/q1.mq', 'q1\\map.txt'],
    edit: bytes => Uint8Array.from(Buffer.from(Buffer.from(bytes).toString('latin1').replace('meadow', 'steppe'))),
    at: ['Maps/q1.mq', undefined],
  },
  {
    code: 'mmp.atlas',
    severity: 'warning',
    where: ['Res/textures.res', 'meadow000.mmp'],
    edit: set('width', 128),
    at: ['Res/textures.res', 'width'],
  },
  {
    code: 'mob.range',
    severity: 'warning',
    where: [MAP],
    edit: set(object('NID'), 1_002_000),
    at: [MAP, object('NID')],
  },
  {
    code: 'mob.no-range',
    severity: 'info',
    where: [MAP],
    edit: set('OBJECTDBFILE/MAIN_RANGE/data/body', []),
    at: [MAP, undefined],
  },
  {
    code: 'mob.position',
    severity: 'warning',
    where: [MAP],
    edit: set(object('OBJPOSITION'), [16, 33, 0]),
    at: [MAP, object('OBJPOSITION')],
  },
  {
    code: 'mob.graph-terrain',
    severity: 'warning',
    where: ['Maps/meadow.mpr', 'meadow.mp'],
    edit: set('sectors_x', 2),
    at: [MAP, 'AIGRAPH/data/body/width'],
  },
  {
    code: 'mob.script-box',
    severity: 'warning',
    where: [MAP],
    edit: set('OBJECTDBFILE/VSS_SECTION/VSS_CHECK/VSS_ID/data/body', 7),
    at: [MAP, 'OBJECTDBFILE/SS_TEXT/data/body/text'],
  },
  {
    code: 'mob.box-unused',
    severity: 'info',
    where: [MAP],
    edit: script('VTriger#0#2', 'Other'),
    at: [MAP, undefined],
  },
  {
    code: 'adb.clip',
    severity: 'warning',
    where: [FIGURES, 'unsaguard.anm', 'cwalk'],
    at: ['Res/database.res', 'records/1/clip_name'],
  },
  {
    code: 'adb.frames',
    severity: 'warning',
    where: ['Res/database.res', 'unsaguard.adb'],
    edit: set('records/1/last_frame', 4),
    at: ['Res/database.res', 'records/1/last_frame'],
  },
  {
    code: 'anm.unlisted',
    severity: 'warning',
    where: ['Res/database.res', 'unsaguard.adb'],
    edit: set('records/0/clip_name', 'other'),
    at: [FIGURES, undefined],
  },
  {
    code: 'anm.morphs',
    severity: 'error',
    where: [FIGURES, 'unsaguard.mod', 'bd'],
    edit: set('morph_map/7/morph', 9),
    at: [FIGURES, 'morph_vertex_count'],
  },
  {
    code: 'anm.part',
    severity: 'warning',
    where: [FIGURES, 'unsaguard.mod', 'unsaguard'],
    edit: set('parts/2/name', 'h2'),
    at: [FIGURES, undefined],
  },
  { code: 'bon.missing', severity: 'error', where: [FIGURES, 'unsaguard.bon', 'hd'], at: [FIGURES, undefined] },
  {
    code: 'bon.part',
    severity: 'warning',
    where: [FIGURES, 'unsaguard.mod', 'unsaguard'],
    edit: set('parts/2/name', 'h2'),
    at: [FIGURES, undefined],
  },
  { code: 'mod.link', severity: 'error', where: [FIGURES, 'unsaguard.mod', 'unsaguard'], at: [FIGURES, undefined] },
  { code: 'mod.offsets', severity: 'error', where: [FIGURES, 'stsachest.bon'], at: [FIGURES, undefined] },
  {
    code: 'fig.bounds',
    severity: 'warning',
    where: [FIGURES, 'unsaguard.mod', 'hd'],
    edit: set('maxs/3', [9, 9, 9]),
    at: [FIGURES, 'mins/3'],
  },
  {
    code: 'fig.morph-count',
    severity: 'warning',
    where: [FIGURES, 'unsaguard.mod', 'hd'],
    edit: set('morph_map', [{ morph: 0, vertex: 0 }]),
    at: [FIGURES, 'morph_count'],
  },
  {
    code: 'lnk.order',
    severity: 'warning',
    where: [FIGURES, 'unsaguard.mod', 'unsaguard'],
    edit: set('parts', [
      { name: 'hp', parent: { text: '', tail: '' } },
      { name: 'bd', parent: 'hp' },
      { name: 'll', parent: 'hp' },
      { name: 'hd', parent: 'bd' },
    ]),
    at: [FIGURES, 'parts/3'],
  },
  {
    code: 'mmp.fringes',
    severity: 'info',
    where: ['Res/redress.res', 'unsaguardpl_00.br.0.mmp'],
    edit: bytes => bytes.map((byte, at) => (at < 76 ? byte : (at - 76) % 16 < 8 ? 0 : byte ^ (at & 0x5a))),
    at: ['Res/redress.res', 'pixels'],
  },
]

it.each(FAULTS)('$code', async ({ code, severity, where, edit, at: [file, path] }) => {
  const all = shelf(await broken(where, edit))
  const problems = (await all.check(all.open(file))).filter(problem => problem.code === code)
  expect(problems.map(problem => problem.severity)).toContain(severity)
  expect(problems.every(problem => problem.file === file)).toBe(true)
  const [problem] = problems
  if (path === undefined || !problem) return
  const entry = all.all(all.open(file)).find(one => one.path === problem.entry)
  const layout = entry && formatOf(entry)?.layout?.(entry)
  const node = layout && locate(document(layout, entry.bytes), path)
  expect(problem.path).toBe(node?.path)
  expect(problem.range).toEqual(node && [node.offset, node.size])
})

it.each(FAULTS.filter(({ code }) => ['fig.bounds', 'lnk.order'].includes(code)))('the repair of $code', async fault => {
  const all = shelf(await broken(fault.where, fault.edit))
  const [problem] = (await all.check(all.open(FIGURES))).filter(({ code }) => code === fault.code)
  const entry = all.all(all.open(FIGURES)).find(({ path }) => path === problem?.entry)
  const edits = entry && problem?.fix && (await formatOf(entry)?.repair?.(entry, problem.fix, problem))
  expect(edits?.map(edit => edit.entry)).toEqual([entry?.path])
  const repaired = apply(entry?.bytes ?? new Uint8Array(0), edits?.[0]?.splices ?? [])
  const again = shelf(await broken(fault.where, () => repaired))
  const codes = (await again.check(again.open(FIGURES))).map(({ code }) => code)
  expect(codes).not.toContain(fault.code)
  if (fault.code === 'fig.bounds') expect(codes).toEqual([])
})

it('lnk.offsets: each part of a loose model has offsets beside it', async () => {
  const link = bytesOf(LNK, {
    parts: [
      { name: 'box', parent: { text: '', tail: '' } },
      { name: 'lid', parent: 'box' },
    ],
  })
  const check = async (...names: readonly string[]): Promise<readonly (readonly unknown[])[]> => {
    const rows = names.map(name => ({ name, payload: name.endsWith('.lnk') ? link : new Uint8Array(12) }))
    const all = shelf({ [FIGURES]: writeArchive(rows) })
    const entry = await all.open(FIGURES).row('chest.lnk')
    const problems = entry ? await all.check(entry) : []
    return problems.map(({ code, severity, params, path }) => [code, severity, params['part'], path])
  }
  const meshes = ['chest.lnk', 'chestbox.fig', 'chestlid.fig', 'chestbox.bon']
  expect(await check(...meshes, 'chestlid.bon')).toEqual([])
  expect(await check(...meshes)).toEqual([['lnk.offsets', 'error', 'lid', 'parts/1/name']])
})

/** Problems of the map about what is derived of it, after edits of its file. */
async function staleAfter(...edits: readonly Edit[]) {
  const base = files[MAP] ?? never()
  const bytes = edits.reduce((image, edit) => edit(image, shelf({ [MAP]: image }).open(MAP)), base)
  const entry = new OpenedEntry<EntryRow>({
    path: MAP,
    name: 'meadow.mob',
    attributes: {},
    container: null,
    bytes,
    base,
    size: bytes.length,
    head: bytes.subarray(0, HEAD_SIZE),
    own: () => undefined,
    around: () => undefined,
    open: never,
    file: () => Promise.resolve(undefined),
  })
  const opened = document(formatOf(entry)?.layout?.(entry) ?? never(), bytes)
  const problems = (await formatOf(entry)?.check?.(entry)) ?? []
  const found = problems.filter(({ code }) => code.endsWith('-stale'))
  const at = (path: string) => {
    const node = locate(opened, path)
    return node && [node.offset, node.size]
  }
  return { found: found.map(({ code, severity, range }) => [code, severity, range]), at }
}

it('mob.script-stale: the diagram was changed and the script was not', async () => {
  const diagram = set('OBJECTDBFILE/VSS_SECTION/VSS_CHECK/VSS_TITLE/data/body', 'Heard?')
  const { found, at } = await staleAfter(diagram)
  expect(found).toEqual([['mob.script-stale', 'warning', at('OBJECTDBFILE/SS_TEXT')]])
  for (const edits of [[], [script('SetBlock', 'Other')], [diagram, script('SetBlock', 'Other')]])
    expect((await staleAfter(...edits)).found).toEqual([])
})

it('mob.graph-stale: an obstacle was moved and the walk graph is that of before', async () => {
  const moved = set(object('OBJPOSITION'), [15.5, 17.25, 0])
  const { found, at } = await staleAfter(moved)
  expect(found).toEqual([['mob.graph-stale', 'warning', at('AIGRAPH/data/body/width')]])
  const graph = set('AIGRAPH/data/body/layers/0/rows/0/components/0', 2)
  const unit = set(object('OBJPOSITION').replace('/OBJECT/', '/UNIT/'), [15.5, 17.25, 0])
  for (const edits of [[graph], [moved, graph], [unit]]) expect((await staleAfter(...edits)).found).toEqual([])
})
