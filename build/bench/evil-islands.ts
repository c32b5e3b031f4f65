import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAMILIES } from '@areal-studio/core'
import { apply } from '@areal-studio/core/edit'
import type { ArchiveCodec, Family } from '@areal-studio/core/format'
import {
  assign,
  document,
  locate,
  nodeAt,
  write,
  type AnyLayout,
  type Document,
  type Value,
} from '@areal-studio/core/layout'
import { createStudio } from '@areal-studio/core/studio'
import { nodeHost } from '../../electron/node/node-host'
import { best, median, type Measured } from './figures'
import type { BenchInstall } from './install'
import { nodesBelow } from './layouts'

/** Rows of the texts of a published mod. */
const ROWS = 17_000
const ROW_SIZE = 100
const MAP_SIZE = 420_000
const RUNS = 7
const MEGABYTE = 2 ** 20
const MAP = 'Maps/meadow.mob'

/** Archives of Evil Islands with many rows, listed and packed by a studio, and a map of 420 kB. */
export async function measureEvilIslands(install: BenchInstall): Promise<Measured> {
  const family = await FAMILIES.find(({ id }) => id === 'evil-islands')?.load()
  if (!family) throw new Error('there is no family evil-islands')
  return { figures: { ...(await measureRows(install, family)), ...(await measureMap(family)) } }
}

const formatOf = (family: Family, id: string) => family.formats.find(format => format.id === `evil-islands.${id}`)

const filler = (row: number): Uint8Array => Uint8Array.from({ length: ROW_SIZE }, (_, k) => (row >> (k & 7)) & 0xff)

/** Names as those of the texts: a kind and an id. */
function archiveOf(codec: ArchiveCodec, rows: number): Uint8Array {
  const empty = new Uint8Array(16)
  empty.set([0x3c, 0xe2, 0x9c, 1, 0, 0, 0, 0, 16])
  const present = Array.from({ length: rows }, (_, k) => ({
    id: `+${k}`,
    attributes: { name: `${k % 2 ? 'string' : 'unit'} ${k.toString(36)}`, time: 0 },
    payload: filler(k),
  }))
  return codec.pack(empty, present).bytes
}

/** The first list after an archive was opened, with `ROWS` and twice as many rows, and packing one longer row. */
async function measureRows(install: BenchInstall, family: Family): Promise<Record<string, number>> {
  const codec = formatOf(family, 'res')?.archive
  if (!codec) throw new Error('evil-islands.res is no archive')
  const [once, twice] = [archiveOf(codec, ROWS), archiveOf(codec, 2 * ROWS)]
  const root = join(install.temp, 'islands', 'Game')
  for (const { path, bytes } of (await family.sample?.()) ?? []) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), bytes)
  }
  writeFileSync(join(root, 'Res/once.res'), once)
  writeFileSync(join(root, 'Res/twice.res'), twice)
  const lists: number[] = []
  const doublings: number[] = []
  const packs: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const { api, close } = createStudio({ host: nodeHost(join(install.temp, `islands-${run}`)), families: FAMILIES })
    await api.open(root)
    const list = await timed(() => api.list('Res/once.res'))
    lists.push(list)
    doublings.push((await timed(() => api.list('Res/twice.res'))) / list)
    const { revision: base } = await api.read('Res/once.res!#0')
    const splice = { offset: 0, removed: new Uint8Array(0), inserted: Uint8Array.of(run) }
    const label = { code: 'label.given', params: { text: '' } }
    await api.commit({ label, edits: [{ entry: 'Res/once.res!#0', base, splices: [splice] }] })
    packs.push(await timed(() => api.pack()))
    await close()
  }
  return {
    islands_list_17000_ms: Math.min(...lists),
    islands_list_doubling: median(doublings),
    islands_pack_17000_ms: Math.min(...packs),
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** A map of many objects: reading it, walking all its nodes, and the edit of one field and of one name in it. */
async function measureMap(family: Family): Promise<Record<string, number>> {
  const layout = formatOf(family, 'mob')?.layout?.({ name: MAP } as never)
  const sample = (await family.sample?.())?.find(({ path }) => path === MAP)
  if (!layout || !sample) throw new Error('the sample of evil-islands has no map')
  const bytes = largeMap(layout, sample.bytes)
  const megabytes = bytes.length / MEGABYTE
  const locates = best(RUNS, () => {
    const opened = document(layout, bytes.slice())
    for (let tenth = 0; tenth < 10; tenth++)
      locate(opened, nodeAt(opened, Math.floor(((bytes.length - 1) * tenth) / 10)).path)
  })
  const edits = editsOf(layout, bytes)
  return {
    islands_map_locates_ms_per_mb: locates / megabytes,
    islands_map_descent_ms_per_mb: best(RUNS, () => nodesBelow(document(layout, bytes.slice()).root)) / megabytes,
    islands_map_field_ms: best(RUNS, () => edits('NID', 70_000)),
    islands_map_name_ms: best(RUNS, () => edits('OBJNAME', 'Keeper of the gate')),
  }
}

type Fields = Readonly<Record<string, Value>>

/** The map of the sample with as many copies of its objects as make it large. */
function largeMap(layout: AnyLayout, sample: Uint8Array): Uint8Array {
  const opened = document(layout, sample)
  const { nodes } = opened.root.value as { readonly nodes: readonly Fields[] }
  const section = locate(opened, 'OBJECTDBFILE/OBJECTSECTION')?.value as Fields
  const objects = section['data'] as readonly Value[]
  const copies = Math.ceil((MAP_SIZE - sample.length) / write(layout, { nodes: [section] }).bytes.length)
  const many = { ...section, data: Array.from({ length: copies + 1 }, () => objects).flat() }
  const [root = {}, ...others] = nodes
  const data = (root['data'] as readonly Fields[]).map(node => (node['id'] === section['id'] ? many : node))
  return write(layout, { nodes: [{ ...root, data }, ...others] }).bytes
}

/** Edits one node of an object in the middle again and again, each followed by reading what the edit changed. */
function editsOf(layout: AnyLayout, pristine: Uint8Array): (name: string, value: number | string) => unknown {
  let opened: Document = document(layout, pristine)
  const section = locate(opened, 'OBJECTDBFILE/OBJECTSECTION')?.path ?? ''
  const count = locate(opened, `${section}/data/body`)?.childCount ?? 0
  const all = Array.from({ length: count }, (_, at) => `${section}/data/body/${at}`)
  const objects = all.filter(path => locate(opened, `${path}/OBJNAME`))
  let round = 0
  return (name, value) => {
    const object = objects[(++round * 97) % objects.length] ?? ''
    const path = `${object}/${name}/data/body`
    const given = typeof value === 'number' ? value + round : `${value} ${round}`
    const { splices } = assign(opened, locate(opened, path)?.path ?? '', given)
    opened = document(layout, apply(opened.bytes, splices), opened, splices)
    return locate(opened, path)?.value
  }
}
