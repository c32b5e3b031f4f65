import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { document, locate, type Document, type Node } from '../../layout'
import { recordsOf, textOf } from '../../format/fields'
import { childrenOf, dataOf, idOf, nodesOf, valueOf } from './map/mob-nodes'
import { NODE_NAMES, nodeId } from './map/mob'
import { allEntries, entryAt, formatOf } from './opened.fixture'
import { describeReference, manifest } from './reference.fixture'
import { decodeTexture, textureOf } from './texture/mmp-pixels'

const open = async (...path: readonly [string, ...string[]]): Promise<Document> => {
  const entry = await entryAt(...path)
  const layout = formatOf(entry)?.layout?.(entry)
  if (!layout) throw new Error(path.join())
  return document(layout, entry.bytes)
}

interface TextureTruth {
  readonly width: number
  readonly height: number
  readonly kind: string
  readonly rgba_sha256: string
  readonly pixels: Readonly<Record<string, readonly number[]>>
}
interface MapTruth {
  readonly sectors: readonly [number, number]
  readonly stem: string
  readonly max_altitude: number
  readonly ground_z: Readonly<Record<string, number>>
  readonly tile_0_0: { readonly code: number }
  readonly script: string
  readonly graph: readonly [number, number]
  readonly graph_cell_0_3_2: readonly [readonly number[], number, number]
  readonly objects: readonly Readonly<Record<string, unknown>>[]
}
const truth = manifest.truth as {
  readonly textures: Readonly<Record<string, TextureTruth>>
  readonly maps: Readonly<Record<string, MapTruth>>
  readonly databases: Readonly<Record<string, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>>
  readonly databases_lmp_price_factor: number
}

/** A field of a record as the manifest has it: structs by name, lists without their tags. */
function plain(node: Node | undefined): unknown {
  if (!node) return undefined
  if (node.kind === 'struct' && node.childNamed('text')) return textOf(node, 'text')
  if (node.kind === 'text') return typeof node.value === 'object' && 'text' in node.value ? node.value.text : node.value
  if (node.value instanceof Uint8Array) return Buffer.from(node.value).toString('hex')
  if (node.kind !== 'array') return node.value
  const items = Array.from({ length: node.childCount }, (_, k) => node.child(k))
  const names = items[0]?.childNamed('tag')?.meta.values
  const body = (item: Node, name: string): Node | undefined => item.childNamed(name)?.childNamed('body')
  if (names)
    return Object.fromEntries(
      items.map(item => [names[Number(item.childNamed('tag')?.value)], plain(body(item, 'value'))]),
    )
  return items.map(item => (item.kind === 'struct' ? plain(body(item, 'text') ?? body(item, 'sound')) : floatOf(item)))
}

/** A number; bits of a float that is none as the manifest has them. */
const floatOf = ({ value }: Node): unknown =>
  typeof value === 'object' && 'bits' in value ? String(value.bits).slice(1) : value

/** The writer of the references took the one item of a list of texts for its letters. */
const lettersAsList = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  record['give_items'] === 'idol' ? { ...record, give_items: [...'idol'] } : record

/** Records of a table by field. */
function recordsIn(opened: Document, table: string): readonly Readonly<Record<string, unknown>>[] {
  const list = locate(opened, `${table}/0/records`)
  return (list ? recordsOf(list, 'body') : []).map(record => {
    const fields = record.childNamed('fields')
    return Object.fromEntries(
      (fields ? recordsOf(fields, 'body') : []).map(field => {
        const id = field.childNamed('id')
        return [id?.meta.values?.[Number(id.value)], plain(field.childNamed('value')?.childNamed('body'))]
      }),
    )
  })
}

describeReference('values of the reference files', () => {
  it.each(Object.entries(truth.textures ?? {}))('pixels of %s', async (name, right) => {
    const entry = allEntries().find(one => one.name === name && one.path.startsWith('Res/textures.res'))
    if (!entry) throw new Error(name)
    const texture = textureOf(entry.bytes)
    expect([texture?.width, texture?.height, texture?.kind]).toEqual([right.width, right.height, right.kind])
    const [top] = decodeTexture(entry.bytes)
    expect(
      createHash('sha256')
        .update(top?.rgba ?? '')
        .digest('hex'),
    ).toBe(right.rgba_sha256)
  })

  it.each(['database.res', 'databaselmp.res'])('every record of %s', async archive => {
    const factor = archive === 'database.res' ? 1 : truth.databases_lmp_price_factor
    for (const [file, tables] of Object.entries(truth.databases))
      for (const [table, records] of Object.entries(tables)) {
        const found = recordsIn(await open(`Res/${archive}`, file), table)
        const right = records.map(record =>
          file === 'items.idb' ? { ...record, price: Number(record['price']) * factor } : record,
        )
        expect([file, table, found]).toEqual([file, table, right.map(lettersAsList)])
      }
  })

  it.each(Object.entries(truth.maps ?? {}))('objects, script, ground and graph of %s', async (name, right) => {
    const map = await open(`Maps/${name}.mob`)
    const nodes = nodesOf(map)
    const placed = nodes.filter(node => childrenOf(node).some(child => idOf(child) === nodeId('NID')))
    const shown = placed.map(node => ({
      kind: NODE_NAMES[idOf(node)],
      nid: valueOf(node, 'NID')?.value,
      name: valueOf(node, 'OBJNAME')?.value,
      template: valueOf(node, 'OBJTEMPLATE')?.value,
      position: valueOf(node, 'OBJPOSITION')?.value,
      rotation: valueOf(node, 'OBJROTATION')?.value,
      complection: valueOf(node, 'OBJCOMPLECTION')?.value,
    }))
    expect(shown).toEqual(right.objects)
    const script = dataOf(nodes.find(node => idOf(node) === nodeId('SS_TEXT')))
    expect([script?.childNamed('key')?.value, script?.childNamed('text')?.value]).toEqual([0x7da7, right.script])
    const graph = dataOf(nodes.find(node => idOf(node) === nodeId('AIGRAPH')))
    expect([graph?.childNamed('width')?.value, graph?.childNamed('height')?.value]).toEqual(right.graph)
    const row = 'layers/0/rows/2'.split('/').reduce<Node | undefined>((node, step) => node?.childNamed(step), graph)
    const cell = [
      row?.childNamed('costs')?.child(3).childNamed('steps'),
      row?.childNamed('nodes')?.child(3),
      row?.childNamed('components')?.child(3),
    ]
    expect(cell.map(node => node?.value)).toEqual(right.graph_cell_0_3_2)
    for (const [at, z] of Object.entries(right.ground_z)) {
      const [x = 0, y = 0] = at.split(',').map(Number)
      const [sx, sy] = [
        Math.min(Math.floor(x / 32), right.sectors[0] - 1),
        Math.min(Math.floor(y / 32), right.sectors[1] - 1),
      ]
      const number = [sx, sy].map(part => String(part).padStart(3, '0')).join('')
      const sector = await open(`Maps/${name}.mpr`, `${right.stem}${number}.sec`)
      const vertex = locate(sector, `land_vertices/${(y - 32 * sy) * 33 + x - 32 * sx}/altitude`)
      expect((Number(vertex?.value) / 65535) * right.max_altitude).toBeCloseTo(z, 4)
    }
    const tile = locate(await open(`Maps/${name}.mpr`, `${right.stem}000000.sec`), 'land_tiles/0')
    const { index = 0, atlas = 0, turn = 0 } = tile?.value as Record<string, number>
    expect(index + 64 * atlas + 16384 * turn).toBe(right.tile_0_0.code)
  })
})
