import type { Edit, Transaction } from '../edit'
import { MemoryFiles, StudioError, type FileOperation, type Format } from '../format'
import type { Bytes } from '../layout'
import type { BackupLimits } from './api/storage'
import type { EntryImage, WorkspaceInfo } from './api/workspace'
import type { LaunchCommand, RunningProgram } from './api/host'
import { memoryHost } from './memory-host.fixture'
import { createStudio, type Studio } from './studio'
import { TINY_FAMILY, tinyArchive, tinyKnown, tinyPacked, tinyPoints } from './tiny-family.fixture'

/** A stand-in for SHA-256: 64 hex digits of eight differently seeded FNV sums. */
export function hash(bytes: Bytes): string {
  const sums = Array.from({ length: 8 }, (_, i) => (0x811c9dc5 + i * 0x1234567) >>> 0)
  for (const byte of bytes)
    for (let i = 0; i < 8; i++) sums[i] = Math.imul((sums[i] ?? 0) ^ byte, 0x01000193 + i * 2) >>> 0
  return sums.map(sum => sum.toString(16).padStart(8, '0')).join('')
}
export const MAP = 'DATA/Maps/One.tin'
export const NESTED = `${MAP}!#1`

export const files = (): Record<string, Bytes> => {
  const nested = tinyArchive([
    { name: 'in', type: 1, bytes: tinyPoints([3, 4]) },
    { name: 'other', bytes: Uint8Array.of(7) },
  ])
  const rows = [
    { name: 'pts', type: 1, bytes: tinyPoints([7, 8, 9]) },
    { name: 'nest', type: 9, bytes: nested },
    { name: 'raw', bytes: Uint8Array.of(1, 2, 3) },
  ]
  return {
    [MAP]: tinyArchive(rows),
    'DATA/loose.pts': tinyPoints([1]),
    'readme.txt': Uint8Array.of(65),
    'TINY.EXE': Uint8Array.of(0x4d, 0x5a, 0),
  }
}

/** The same install with its archives stored encoded, by another program or by this one. */
export const packedFiles = (level: 0 | 9 = 9): Record<string, Bytes> => {
  const nested = tinyPacked(
    [
      { name: 'in', type: 1, bytes: tinyPoints([3, 4]), flag: 0 },
      { name: 'other', bytes: Uint8Array.of(7), flag: 1 },
    ],
    level,
  )
  const rows = [
    { name: 'pts', type: 1, bytes: tinyPoints([7, 8, 9]), flag: 0 },
    { name: 'nest', type: 9, bytes: nested, flag: 2 },
    { name: 'raw', bytes: Uint8Array.of(1, 2, 3), flag: 4 },
  ]
  return { ...files(), [MAP]: tinyPacked(rows, level) }
}

/** Both installs, for laws that hold whatever an archive stores. */
export const INSTALLS: readonly (readonly [name: string, files: () => Record<string, Bytes>])[] = [
  ['plain', files],
  ['encoded', () => packedFiles(9)],
  ['encoded by another program', () => packedFiles(0)],
]

export interface Bench {
  readonly studio: Studio
  readonly game: MemoryFiles
  readonly folders: Map<string, MemoryFiles>
  readonly info: WorkspaceInfo
  /** The workspace's own folder. */
  store(): MemoryFiles
  /** Another process on the same workspace. */
  again(options?: { readonly workspace?: string }): Promise<Studio>
}

export interface BenchOptions {
  readonly game?: MemoryFiles
  readonly folders?: Map<string, MemoryFiles>
  readonly historyBudget?: number
  readonly backupLimits?: BackupLimits
  readonly platform?: string
  readonly running?: () => readonly RunningProgram[]
  /** Numbers of processes that live beside the others; default: each earlier one has died. */
  readonly living?: readonly number[]
  /** Formats beside those of the family. */
  readonly formats?: readonly Format[]
  readonly run?: (command: LaunchCommand, output: (text: string) => void) => Promise<number> | number
}

/** A folder whose operations fail where `fails` returns true. */
export function failing(
  bytes: Record<string, Bytes>,
  root: string,
  fails: (operation: FileOperation, path: string) => void,
): MemoryFiles {
  return new MemoryFiles(bytes, { root, before: fails })
}

export async function openBench({
  game = new MemoryFiles(files(), { root: '/game' }),
  folders = new Map(),
  run,
  platform,
  running,
  living,
  historyBudget,
  backupLimits,
  formats = [],
}: BenchOptions = {}): Promise<Bench> {
  folders.set('/game', game)
  let processes = 0
  const start = async (options?: { readonly workspace?: string }): Promise<{ studio: Studio; info: WorkspaceInfo }> => {
    const studio = createStudio({
      host: memoryHost({
        hash,
        folders,
        pid: ++processes,
        ...(run && { run }),
        ...(platform !== undefined && { platform }),
        ...(running && { running }),
        ...(living && { living }),
      }),
      families: [tinyKnown({ ...TINY_FAMILY, formats: [...formats, ...TINY_FAMILY.formats] })],
      ...(historyBudget !== undefined && { historyBudget }),
      ...(backupLimits && { backupLimits: () => Promise.resolve(backupLimits) }),
    })
    return { studio, info: await studio.api.open('/game', options) }
  }
  const { studio, info } = await start()
  return {
    studio,
    game,
    folders,
    info,
    store: () => folders.get(info.workspace) ?? new MemoryFiles(),
    again: async options => (await start(options)).studio,
  }
}

/** The code of the StudioError that a call rejects with; any other error as text, 'done' where it succeeds. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof StudioError ? error.code : String(error)),
  )

export const transaction = (...edits: readonly Edit[]): Transaction => ({
  label: { code: 'label.edit', params: {} },
  edits,
})

export const setByte = (image: EntryImage, offset: number, to: number): Edit => ({
  entry: image.entry,
  base: image.revision,
  splices: [{ offset, removed: image.bytes.slice(offset, offset + 1), inserted: Uint8Array.of(to) }],
})

/** Sets one byte of an entry as it is now. */
export async function poke(studio: Studio, entry: string, offset: number, to: number): Promise<void> {
  await studio.api.commit(transaction(setByte(await studio.api.read(entry), offset, to)))
}

export const present = async (studio: Studio, entry: string): Promise<Bytes> => (await studio.api.read(entry)).bytes
export const pristine = async (studio: Studio, entry: string): Promise<Bytes> =>
  (await studio.api.read(entry, { of: 'pristine' })).bytes
