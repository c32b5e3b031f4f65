import { beforeAll, describe, expect, it } from 'vitest'
import { apply, editFrom } from '../../edit'
import { knownFamily, MemoryFiles, rowPath, type Problem } from '../../format'
import { assign, document, locate, offsetOf, type AnyLayout, type Bytes, type Value } from '../../layout'
import { createStudio } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash, transaction } from '../../studio/studio.fixture'
import { ASWM } from './aswm/aswm'
import { ErfHeader, libraryOf, RESOURCE_SIZE, ResourceRow } from './erf/resources'
import { GffHeader } from './gff/sections'
import { NWN2 } from './nwn2'
import { archiveFile, areaFile, listOf, structOf, treeFile } from './sample/files'
import { areaSize, groundPacket, waterPacket } from './sample/ground'
import { sampleMesh } from './sample/mesh'
import { sampleFiles } from './sample/sample'
import { TRRN, TRWH, WATR } from './terrain/terrain'
import { HEADER_SIZE, PACKET_HEADER_SIZE, packetsOf, ROW_SIZE, TrnHeader, TrnRow } from './trn/packets'
import { TRN_CODEC } from './trn/trn-codec'

const AREA = 'modules/Sample/cellar.trx'
const OBJECTS = 'modules/Sample/cellar.git'
const MODULE = 'modules/small.mod'
const SAMPLE: Record<string, Bytes> = {}
for (const { path, bytes } of sampleFiles()) if (!path.endsWith('.mod')) SAMPLE[path] = bytes
const fileOf = (path: string): Bytes => SAMPLE[path] ?? new Uint8Array(0)
/** A module with an area of one megatile. */
const OUTSIDE = areaFile([
  ['TRWH', areaSize(1, 1)],
  ['TRRN', groundPacket(0, 0, () => 0)],
  ['WATR', waterPacket(0, 0, -1)],
  [
    'ASWM',
    sampleMesh({ width: 1, height: 1, tileWidth: 10, cells: 2, heightAt: () => 0, surfaceAt: () => 0x20 }, true),
  ],
])
SAMPLE[MODULE] = archiveFile('MOD ', [
  ['cellar.git', fileOf(OBJECTS)],
  ['small.trx', OUTSIDE],
])

/** A file with other words of four bytes. */
function words(file: Bytes, ...places: readonly (readonly [at: number, value: number])[]): Bytes {
  const copy = file.slice()
  const view = new DataView(copy.buffer)
  for (const [at, value] of places) view.setUint32(at, value, true)
  return copy
}

const area = fileOf(AREA)
/** The area with another payload of its mesh: a mesh, which is packed, or an envelope, which stays as it is. */
const withMesh = (payload: Bytes): Bytes =>
  TRN_CODEC.pack(area, [
    { id: '0', attributes: { name: 'TRWH', row: 0 } },
    { id: '1', attributes: { name: 'ASWM', encoding: 'comp', row: 1 }, payload },
  ]).bytes
const [sizePacket, meshPacket] = packetsOf(area)
if (!sizePacket || !meshPacket) throw new Error('packets')
const stored = area.slice(meshPacket.offset, meshPacket.offset + meshPacket.size)
const [, meshRow] = TRN_CODEC.open(area).rows
const mesh = (meshRow && TRN_CODEC.decode?.(area, meshRow)) ?? new Uint8Array(0)

/** Where a field of a document starts. */
function placeOf(layout: AnyLayout, bytes: Bytes, path: string): number {
  const field = locate(document(layout, bytes), path)
  if (!field) throw new Error(`no ${path}`)
  return field.offset
}
const withWord = (path: string, value: number): Bytes => withMesh(words(mesh, [placeOf(ASWM, mesh, path), value]))
/** The mesh with a byte removed, or added, at a field. */
const resized = (path: string, by: -1 | 1): Bytes => {
  const at = placeOf(ASWM, mesh, path)
  return withMesh(
    Uint8Array.of(...mesh.subarray(0, at), ...(by > 0 ? [0] : []), ...mesh.subarray(by > 0 ? at : at + 1)),
  )
}

/** The area with a value of its mesh replaced; counts follow. */
const withValue = (path: string, value: Value): Bytes =>
  withMesh(apply(mesh, assign(document(ASWM, mesh), path, value).splices))

const module = fileOf(MODULE)
const { keys, keySize, nameSize, resources, rows: files } = libraryOf(module)
const resourceAt = (row: number, field: 'offset' | 'size'): number =>
  resources.offset + row * RESOURCE_SIZE + offsetOf(ResourceRow, field)
const startOf = (row: number): number => files[row]?.start ?? 0

/** A packet of the exterior area with other words, in its module. */
function withPacket(type: 'TRRN' | 'WATR', layout: AnyLayout, path: string, value: number): Bytes {
  const at = startOf(1)
  const packet = packetsOf(OUTSIDE).find(one => one.type === type)
  if (!packet) throw new Error(type)
  const payload = OUTSIDE.subarray(packet.offset, packet.offset + packet.size)
  return words(module, [at + packet.offset + placeOf(layout, payload, path), value])
}

/** The objects of an area with no more than one cutter. */
const withCutter = (...corners: readonly (readonly [x: number, y: number])[]): Bytes =>
  treeFile('GIT ', [
    [
      'TriggerList',
      15,
      listOf([
        structOf(1, [
          ['Type', 5, 3],
          ['XPosition', 8, 12],
          ['YPosition', 8, 3],
          [
            'Geometry',
            15,
            listOf(
              corners.map(([x, y]) =>
                structOf(3, [
                  ['PointX', 8, x],
                  ['PointY', 8, y],
                ]),
              ),
            ),
          ],
        ]),
      ]),
    ],
  ])

const NAN = 0x7fc00000
const HUGE = 0x80000000
const MOST = 0xffffffff
const rowAt = (packet: number): number => HEADER_SIZE + packet * ROW_SIZE + offsetOf(TrnRow, 'offset')
const lengthAt = (start: number): number => start + PACKET_HEADER_SIZE - 4

/** What is bad about a file, the file, its bytes, and the codes of the errors and warnings that it has then. */
const BAD: readonly (readonly [what: string, file: string, bytes: Bytes, codes: readonly string[]])[] = [
  // Truncated packets.
  ['an area without a whole header', AREA, area.slice(0, 11), ['trn.header.truncated']],
  ['a directory that is cut', AREA, area.slice(0, HEADER_SIZE + ROW_SIZE), ['trn.directory.bounds']],
  ['a mesh that is cut', AREA, area.slice(0, -7), ['trn.packet.bounds']],
  ['a mesh that is cut in its envelope', AREA, withMesh(stored.slice(0, 11)), ['aswm.comp.truncated']],
  ['a mesh that ends within a record', AREA, withMesh(mesh.slice(0, -3)), ['aswm.truncated']],
  ['a mesh with a byte more', AREA, withMesh(Uint8Array.of(...mesh, 0)), ['aswm.trailing']],
  ['a packet of size that is cut', AREA, words(area, [lengthAt(sizePacket.start), 8]), ['trn.gap', 'trwh.truncated']],
  ['a module that is cut', MODULE, module.slice(0, -9), ['erf.resource.bounds']],
  ['a tree that is cut', OBJECTS, fileOf(OBJECTS).slice(0, -2), ['gff.section.bounds']],
  // Lying sizes.
  ['a packet of four gigabytes', AREA, words(area, [lengthAt(meshPacket.start), MOST]), ['trn.packet.bounds']],
  ['a packet beyond the file', AREA, words(area, [rowAt(1), area.length + 1]), ['trn.gap', 'trn.packet.bounds']],
  ['a packed size of four gigabytes', AREA, withMesh(words(stored, [4, MOST])), ['aswm.comp.length']],
  ['an unpacked size that is too small', AREA, withMesh(words(stored, [8, mesh.length - 1])), ['aswm.comp.size']],
  ['an unpacked size that is too large', AREA, withMesh(words(stored, [8, mesh.length + 1])), ['aswm.comp.size']],
  ['an unpacked size of four gigabytes', AREA, withMesh(words(stored, [8, MOST])), ['aswm.comp.size']],
  [
    'a resource of four gigabytes',
    MODULE,
    words(module, [resourceAt(0, 'size'), MOST]),
    ['erf.resource.bounds', 'erf.resource.overlap'],
  ],
  ['a resource beyond the file', MODULE, words(module, [resourceAt(0, 'offset'), MOST]), ['erf.resource.bounds']],
  // zlib that is not.
  ['a mesh of no zlib stream', AREA, withMesh(words(stored, [12, 0])), ['aswm.comp.stream']],
  ['a zlib stream that is damaged', AREA, withMesh(words(stored, [200, 0])), ['aswm.comp.stream']],
  [
    'a zlib stream that ends early',
    AREA,
    withMesh(words(stored.slice(0, -40), [4, stored.length - 52])),
    ['aswm.comp.size'],
  ],
  [
    'bytes behind a zlib stream',
    AREA,
    withMesh(words(Uint8Array.of(...stored, 1), [4, stored.length - 11])),
    ['aswm.comp.tail'],
  ],
  // Counts of 2³¹ and more.
  ['2³¹ packets', AREA, words(area, [offsetOf(TrnHeader, 'packet_count'), HUGE]), ['trn.directory.bounds']],
  ['2³¹ vertices', AREA, withWord('vertex_count', HUGE), ['aswm.truncated']],
  ['2³¹ triangles', AREA, withWord('triangle_count', HUGE), ['aswm.truncated']],
  ['2³² - 1 islands', AREA, withWord('island_count', MOST), ['aswm.truncated']],
  ['a grid of 2³¹ rows', AREA, withWord('grid_height', HUGE), ['aswm.truncated']],
  ['2³¹ exits of an island', AREA, withWord('islands/0/exit_count', HUGE), ['aswm.truncated']],
  ['2³¹ vertices of the ground', MODULE, withPacket('TRRN', TRRN, 'vertex_count', HUGE), ['trrn.truncated']],
  ['2³¹ blocks of grass', MODULE, withPacket('TRRN', TRRN, 'grass_count', HUGE), ['trrn.truncated']],
  ['2³¹ triangles of water', MODULE, withPacket('WATR', WATR, 'triangle_count', HUGE), ['watr.truncated']],
  [
    '2³¹ entries of a module',
    MODULE,
    words(module, [offsetOf(ErfHeader, 'entry_count'), HUGE]),
    ['erf.directory.bounds'],
  ],
  [
    '2³¹ fields of a tree',
    OBJECTS,
    words(fileOf(OBJECTS), [offsetOf(GffHeader, 'field_count'), HUGE]),
    ['gff.section.bounds'],
  ],
  // Values that are no number.
  [
    'a vertex that is not a number',
    AREA,
    withWord('vertices/5/y', NAN),
    ['aswm.triangle.degenerate', 'aswm.vertex.nan'],
  ],
  [
    'a ground vertex that is not a number',
    MODULE,
    withPacket('TRRN', TRRN, 'vertices/7/position/z', NAN),
    ['trrn.vertex.nan'],
  ],
  [
    'a water vertex that is not a number',
    MODULE,
    withPacket('WATR', WATR, 'vertices/7/position/x', NAN),
    ['watr.vertex.nan'],
  ],
  ['a tile width that is not a number', AREA, withWord('tile_width', NAN), ['aswm.tile-width']],
  // Tile tables of a wrong length.
  ['a path table with a row less', AREA, resized('tiles/0/nodes', -1), ['aswm.tile.owns-data']],
  ['a path table with a byte more', AREA, resized('tiles/0/nodes', 1), ['aswm.truncated']],
  [
    'nodes for a triangle less',
    AREA,
    withValue('tiles/0/local_to_node', new Uint8Array(17)),
    ['aswm.tile.ltn-length', 'aswm.tile.walkable'],
  ],
  // Cutters whose outlines cannot be cut, or enclose something else than what is drawn.
  ['a cutter that crosses itself', OBJECTS, withCutter([0, 0], [5, 4], [5, 0], [0, 4]), ['git.cutter.crosses']],
  ['a cutter of two corners', OBJECTS, withCutter([0, 0], [5, 4]), ['git.cutter.points']],
  [
    'a cutter of a thousand corners and one',
    OBJECTS,
    withCutter(...Array.from({ length: 1001 }, (_, k) => [k, k * k] as const)),
    ['git.cutter.large'],
  ],
  // Overlaps.
  [
    'a packet within another one',
    AREA,
    words(area, [rowAt(0), meshPacket.start]),
    ['trn.gap', 'trn.packet.overlap', 'trn.packet.type', 'trwh.trailing'],
  ],
  [
    'an entry that shares bytes with another one',
    MODULE,
    words(module, [resourceAt(1, 'offset'), startOf(0) + 1]),
    ['erf.resource.overlap', 'trn.header.magic'],
  ],
  [
    'an entry within the tables',
    MODULE,
    words(module, [resourceAt(1, 'offset'), keys.offset]),
    ['erf.resource.overlap', 'trn.header.magic'],
  ],
  [
    'two entries of one resource',
    MODULE,
    words(module, [keys.offset + keySize + nameSize, 0]),
    ['erf.resource.shared', 'trn.header.magic'],
  ],
  [
    'a resource that does not exist',
    MODULE,
    words(module, [keys.offset + keySize + nameSize, MOST]),
    ['erf.key.resource'],
  ],
]

/** Where a bad file lies: each in a folder of its own, or beside the other modules. */
const placeIn = (file: string, k: number): string =>
  file === MODULE ? `modules/bad${k}.mod` : file.replace('/Sample/', `/Bad${k}/`)

async function open(files: Readonly<Record<string, Bytes>>) {
  const game = new MemoryFiles(files, { root: '/game' })
  const { api } = createStudio({
    host: memoryHost({ hash, folders: new Map([['/game', game]]) }),
    families: [knownFamily(NWN2)],
  })
  await api.open('/game')
  return { api, game }
}
const isOf = ({ file }: Problem, path: string): boolean => file === path

describe('bad input', () => {
  const bad = BAD.map(([what, file, bytes, codes], k) => ({ what, path: placeIn(file, k), bytes, codes }))
  const files = { ...SAMPLE, ...Object.fromEntries(bad.map(({ path, bytes }) => [path, bytes])) }
  let opened: Awaited<ReturnType<typeof open>>
  let problems: readonly Problem[] = []
  beforeAll(async () => {
    opened = await open(files)
    problems = await opened.api.check()
  })

  it.each(bad)('$what is a problem with a place', ({ path, bytes, codes }) => {
    const found = problems.filter(problem => isOf(problem, path) && problem.severity !== 'info')
    expect([...new Set(found.map(({ code }) => code))].sort()).toEqual(codes)
    for (const { entry, range } of found) {
      expect(entry?.startsWith(path)).toBe(true)
      if (range && entry === path) expect(range[0] + range[1]).toBeLessThanOrEqual(bytes.length)
    }
  })

  it('of an envelope has its place in the stored bytes, which are those of the entry', async () => {
    const packed = bad.filter(({ codes }) => codes.some(code => code.startsWith('aswm.comp.')))
    expect(packed.length).toBeGreaterThan(5)
    for (const { what, path } of packed) {
      const [problem] = problems.filter(one => isOf(one, path) && one.severity === 'error')
      const { bytes } = await opened.api.read(problem?.entry ?? '')
      const [offset, size] = problem?.range ?? [0, 0]
      expect([what, size > 0 && offset + size <= bytes.length]).toEqual([what, true])
      const field = { 'aswm.comp.length': 4, 'aswm.comp.size': 8, 'aswm.comp.truncated': 0 }[problem?.code ?? '']
      expect([what, offset]).toEqual([what, field ?? 12])
    }
  })

  it('leaves the problems of all other files as they are without the bad ones', async () => {
    const clean = await open(SAMPLE)
    const others = problems.filter(problem => bad.every(({ path }) => !isOf(problem, path)))
    expect(others).toEqual(await clean.api.check())
  })

  it('leaves other areas editable, and is packed and deployed byte for byte beside them', async () => {
    const { api, game } = opened
    const read = await api.read(rowPath(AREA, 1))
    await api.commit(transaction(editFrom(read, assign(document(ASWM, read.bytes), 'triangles/0/flags', 0x45))))
    await api.pack()
    await api.deploy({ force: true })
    expect(Buffer.from(await game.read(AREA)).equals(Buffer.from(area))).toBe(false)
    for (const { path, bytes } of bad)
      expect(Buffer.from(await game.read(path)).equals(Buffer.from(bytes)), path).toBe(true)
  })

  it('keeps its bytes where another packet of the same area is edited', async () => {
    const { api, game } = opened
    const badMeshes = bad.filter(({ codes }) => codes.some(code => code.startsWith('aswm.')))
    for (const { path } of badMeshes) {
      const read = await api.read(rowPath(path, 0))
      await api.commit(transaction(editFrom(read, assign(document(TRWH, read.bytes), 'id', 77))))
    }
    await api.pack()
    await api.deploy({ force: true })
    for (const { what, path, bytes } of badMeshes) {
      const expected = words(bytes, [sizePacket.offset + offsetOf(TRWH, 'id'), 77])
      expect(Buffer.from(await game.read(path)).equals(Buffer.from(expected)), what).toBe(true)
    }
  })
})
