import { createHash } from 'node:crypto'
import { knownFamily, MemoryFiles, type Family, type KnownFamily } from '@areal-studio/core/format'
import { PARKAN } from '@areal-studio/core/families/parkan'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { createStudio, type Studio } from '@areal-studio/core/studio'
import { memoryHost } from '../../core/studio/memory-host.fixture'
import { TINY_FAMILY, TINY_KNOWN } from '../../core/studio/tiny-family.fixture'
import { isArchive, POINT, pointsIn, write, type Attributes, type Bytes, type Node } from './archive'
import { joined } from './edits'

/** A field as the rules of the format have it: an unsigned little-endian number. */
export interface Field {
  /** Record that holds it, as a node path, and its name there. */
  readonly record: string
  readonly name: string
  readonly offset: number
  readonly size: 1 | 2 | 4
}

/** A game to walk through. */
export interface World {
  readonly name: 'tiny' | 'parkan'
  readonly family: Family
  readonly known: KnownFamily
  readonly files: Readonly<Record<string, Bytes>>
  /** Whether entries may change in size and archives in rows: the model repacks only the tiny one. */
  readonly isResizable: boolean
  fieldsOf(file: string, attributes: Attributes, bytes: Bytes): readonly Field[]
}

export const hash = (bytes: Bytes): string => createHash('sha256').update(bytes).digest('hex')
export const MARKER = 'areal-deployed.json'
export const ROOT = '/game'

const HEADER = 8
const ROW = 12

function points(kinds: readonly number[]): Bytes {
  const bytes = Buffer.alloc(POINT.header + kinds.length * POINT.size)
  bytes.writeUInt32LE(kinds.length, 0)
  kinds.forEach((kind, i) => bytes.set([i, 0, i * 2, 0, kind, 0xee], POINT.header + i * POINT.size))
  return new Uint8Array(bytes)
}

/** A tiny archive of such rows; the gap of three bytes is behind the first. */
function tiny(rows: readonly { readonly name: string; readonly type: number; readonly bytes: Bytes }[]): Bytes {
  const gap = Uint8Array.of(0xaa, 0xbb, 0xcc)
  const header = Buffer.alloc(HEADER + rows.length * ROW)
  const parts: Bytes[] = []
  let at = header.length
  rows.forEach(({ name, type, bytes }, i) => {
    header.write(name, HEADER + i * ROW, 'latin1')
    header.set([type, i], HEADER + i * ROW + 6)
    header.writeUInt16LE(at, HEADER + i * ROW + 8)
    header.writeUInt16LE(bytes.length, HEADER + i * ROW + 10)
    parts.push(bytes, i === 0 ? gap : new Uint8Array(0))
    at += bytes.length + (i === 0 ? gap.length : 0)
  })
  header.write('TINY', 0, 'latin1')
  header.writeUInt16LE(rows.length, 4)
  header.writeUInt16LE(at, 6)
  return joined(header, ...parts)
}

const inner = tiny([
  { name: 'in', type: 1, bytes: points([3, 4]) },
  { name: 'other', type: 0, bytes: Uint8Array.of(7, 8, 9) },
])

export const TINY_WORLD: World = {
  name: 'tiny',
  family: TINY_FAMILY,
  known: TINY_KNOWN,
  isResizable: true,
  files: {
    'DATA/Maps/One.tin': tiny([
      { name: 'pts', type: 1, bytes: points([7, 8, 9]) },
      { name: 'nest', type: 9, bytes: inner },
      { name: 'raw', type: 0, bytes: Uint8Array.of(1, 2, 3) },
    ]),
    'DATA/Two.tin': tiny([
      { name: 'a', type: 0, bytes: Uint8Array.of(40, 41, 42, 43, 44, 45) },
      { name: 'b', type: 1, bytes: points([1]) },
    ]),
    'DATA/loose.pts': points([1, 2]),
    'readme.txt': Uint8Array.of(65, 66, 67, 68),
    'TINY.EXE': Uint8Array.of(0x4d, 0x5a, 0),
  },
  fieldsOf: (file, attributes, bytes) => {
    const count = file.endsWith('.pts') || attributes['type_id'] === 1 ? (pointsIn(bytes) ?? 0) : 0
    return Array.from({ length: count }, (_, i): readonly Field[] => {
      const [record, at] = [`points/${i}`, POINT.header + i * POINT.size]
      return [
        { record, name: 'x', offset: at, size: 2 },
        { record, name: 'y', offset: at + 2, size: 2 },
        { record, name: 'kind', offset: at + 4, size: 1 },
      ]
    }).flat()
  },
}

const SAMPLE = ['DATA/MAPS/SC_1/Land.map', 'DATA/MAPS/SC_1/Land.msh', 'BuildDat.lst']
const isOfSample = (path: string): boolean =>
  SAMPLE.some(file => path.toLowerCase() === file.toLowerCase()) || /(?:iron_3d\.exe|\.wea|\.tga|\.rlb)$/i.test(path)

export const PARKAN_WORLD: World = {
  name: 'parkan',
  family: PARKAN,
  known: knownFamily(PARKAN),
  isResizable: false,
  files: Object.fromEntries(
    sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] })
      .filter(({ path, bytes }) => isOfSample(path) && bytes.length < 40_000)
      .map(({ path, bytes }) => [path, bytes]),
  ),
  // The first areal begins with its 56 bytes (parkan 4.2).
  fieldsOf: (file, attributes, bytes) =>
    file.endsWith('Land.map') && attributes['row'] === '0' && bytes.length > 56
      ? [
          { record: 'areals/0', name: 'logic_flag', offset: 32, size: 4 },
          { record: 'areals/0', name: 'class_id', offset: 40, size: 4 },
        ]
      : [],
}

/** The machine that the game is on, and the programs that open it one after another. */
export class Machine {
  readonly folders = new Map<string, MemoryFiles>()
  readonly game: MemoryFiles
  private processes = 0
  private workspace = ''

  constructor(private readonly world: World) {
    this.game = new MemoryFiles(world.files, { root: ROOT })
    this.folders.set(ROOT, this.game)
  }

  /** A new process; those before it are dead. */
  async start(): Promise<Studio> {
    const studio = createStudio({
      host: memoryHost({ hash, folders: this.folders, pid: ++this.processes }),
      families: [this.world.known],
    })
    this.workspace = (await studio.api.open(ROOT)).workspace
    return studio
  }

  store(below: string): ReadonlyMap<string, Bytes> {
    const all = Object.entries(this.folders.get(this.workspace)?.snapshot() ?? {})
    return new Map(
      all.filter(([path]) => path.startsWith(below)).map(([path, bytes]) => [path.slice(below.length), bytes]),
    )
  }

  /** The files of the install, deploy's own marker apart. */
  install(): ReadonlyMap<string, Bytes> {
    return new Map(Object.entries(this.game.snapshot()).filter(([path]) => path !== MARKER))
  }
}

/** An entry that holds no others, with its place. */
export interface Leaf {
  readonly file: string
  readonly steps: readonly string[]
  readonly attributes: Attributes
  readonly bytes: Bytes
}

/** Every entry without entries of a file. */
export function leavesOf(
  file: string,
  node: Node,
  steps: readonly string[] = [],
  attributes: Attributes = {},
): readonly Leaf[] {
  if (!isArchive(node)) return [{ file, steps, attributes, bytes: node }]
  return node.rows.flatMap(row => leavesOf(file, row.node, [...steps, row.id], { ...row.attributes, row: row.id }))
}

/** Two sides that change bytes no farther from each other may have changed one number, where the fields are not known. */
const NEAR = 64

/** Whether two sides changed one number, each other bytes of it, in an entry that kept its size. */
export function mixture(
  world: World,
  original: readonly Leaf[],
  external: readonly Leaf[],
  shown: readonly Leaf[],
): 'yes' | 'no' | 'unknown' {
  let found: 'no' | 'unknown' = 'no'
  const twin = (of: readonly Leaf[], { steps }: Leaf): Leaf | undefined =>
    of.find(leaf => leaf.steps.join() === steps.join())
  for (const leaf of original) {
    const [x, s] = [twin(external, leaf)?.bytes, twin(shown, leaf)?.bytes]
    if (x?.length !== leaf.bytes.length || s?.length !== leaf.bytes.length) continue
    const isTheirs = (at: number): boolean => x[at] !== leaf.bytes[at]
    const isOurs = (at: number): boolean => s[at] !== x[at]
    const isBoth = ([from, to]: readonly [number, number]): boolean => {
      const places = Array.from({ length: to - from }, (_, i) => from + i)
      return places.some(isTheirs) && places.some(isOurs)
    }
    const fields = world.fieldsOf(leaf.file, leaf.attributes, leaf.bytes)
    if (fields.some(({ offset, size }) => isBoth([offset, offset + size]))) return 'yes'
    if (fields.length > 0 && world.isResizable && isBoth([0, 4])) return 'yes' // the count
    const places = Array.from(leaf.bytes.keys()).filter(isTheirs)
    if (
      !world.isResizable &&
      places.some(at => isBoth([Math.max(0, at - NEAR), Math.min(leaf.bytes.length, at + NEAR)]))
    )
      found = 'unknown'
  }
  return found
}

/** Every archive of a file, the file itself first. */
export function archivesOf(
  node: Node,
  steps: readonly string[] = [],
): readonly { readonly steps: readonly string[]; readonly rows: readonly string[]; readonly gaps: number }[] {
  if (!isArchive(node)) return []
  const own = { steps, rows: node.rows.map(row => row.id), gaps: node.gaps.length }
  return [own, ...node.rows.flatMap(row => archivesOf(row.node, [...steps, row.id]))]
}

export const pathOf = (file: string, steps: readonly string[]): string => [file, ...steps.map(id => `!#${id}`)].join('')
export const sizeOf = (node: Node): number => write(node).length
