import type { Random } from '@areal-studio/core/families/parkan/sample'

export interface Mutant {
  readonly bytes: Uint8Array
  /** What was done, for a report. */
  readonly words: string
}

const WORDS = [
  0, 1, 2, 3, 0x7f, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
  0x7fc00000, 0x7f800001, 0x80000001,
]

/** A file with one to four things wrong with it. */
export function mutate(random: Random, original: Uint8Array, others: readonly Uint8Array[]): Mutant {
  const said: string[] = []
  let bytes: Uint8Array = original.slice()
  const times = 1 + Math.floor(random() * random() * 4)
  for (let time = 0; time < times; time++) {
    const change = CHANGES[Math.floor(random() * CHANGES.length)] ?? flip
    const next = change(random, bytes, others)
    said.push(next.words)
    bytes = next.bytes
  }
  return { bytes, words: said.join(', ') }
}

type Change = (random: Random, bytes: Uint8Array, others: readonly Uint8Array[]) => Mutant

/** Mostly near either end, where headers and directories are. */
function place(random: Random, size: number): number {
  const kind = random()
  const near = Math.floor(random() * Math.min(size, 256))
  if (kind < 0.3) return near
  return kind < 0.6 ? Math.max(0, size - 1 - near) : Math.floor(random() * size)
}

const flip: Change = (random, bytes) => {
  const at = place(random, bytes.length)
  const to = Math.floor(random() * 256)
  if (bytes.length > 0) bytes[at] = to
  return { bytes, words: `byte ${at} = ${to}` }
}

const word: Change = (random, bytes) => {
  if (bytes.length < 4) return flip(random, bytes, [])
  const at = Math.min(bytes.length - 4, place(random, bytes.length) & ~3)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chosen = Math.floor(random() * (WORDS.length + 2))
  const value = WORDS[chosen] ?? (chosen === WORDS.length ? bytes.length : (view.getUint32(at, true) + 1) >>> 0)
  view.setUint32(at, value, true)
  return { bytes, words: `word ${at} = 0x${value.toString(16)}` }
}

const cut: Change = (random, bytes) => {
  const size = random() < 0.5 ? place(random, bytes.length) : Math.max(0, bytes.length - 1 - Math.floor(random() * 16))
  return { bytes: bytes.slice(0, size), words: `cut to ${size}` }
}

const insert: Change = (random, bytes, others) => {
  const at = place(random, bytes.length)
  const source = others[Math.floor(random() * others.length)] ?? bytes
  const from = Math.floor(random() * source.length)
  const piece = source.slice(from, from + 1 + Math.floor(random() * 128))
  const longer = new Uint8Array(bytes.length + piece.length)
  longer.set(bytes.subarray(0, at))
  longer.set(piece, at)
  longer.set(bytes.subarray(at), at + piece.length)
  return { bytes: longer, words: `${piece.length} bytes at ${at}` }
}

const copy: Change = (random, bytes) => {
  const size = 1 + Math.floor(random() * 64)
  const from = place(random, bytes.length)
  const to = place(random, bytes.length)
  bytes.copyWithin(to, from, from + size)
  return { bytes, words: `${size} bytes from ${from} to ${to}` }
}

const remove: Change = (random, bytes) => {
  const at = place(random, bytes.length)
  const size = 1 + Math.floor(random() * 96)
  const rest = bytes.subarray(at + size)
  const shorter = new Uint8Array(at + rest.length)
  shorter.set(bytes.subarray(0, at))
  shorter.set(rest, at)
  return { bytes: shorter, words: `${size} bytes less at ${at}` }
}

/** An archive's directory: 64 bytes a row at the end, the number of rows at 8 and the whole size at 12 (parkan 1.1). */
const ROW = 64
const NAME_AT = 20
const NAME_SIZE = 36
/** Places of the size of a row and of the offset of its payload. */
const SIZE_AT = 12
const DATA_AT = 56
/** Names that lead elsewhere, or that some system cannot hold. */
export const HOSTILE_NAMES: readonly string[] = [
  '../../evil.txt',
  '..\\..\\evil.txt',
  '/tmp/evil.txt',
  'C:\\evil.txt',
  'c:evil.txt',
  '\\\\server\\share\\evil',
  '..',
  '.',
  '',
  'a\0b',
  'CON',
  'nul.txt',
  'com1',
  'LPT9.dat',
  'aux.',
  'trail. ',
  'dots...',
  ' lead',
  '.hidden',
  'evil.txt::$DATA',
  'a<b>c|d?e*',
  '~',
  '$HOME',
  '%TEMP%',
  '-rf',
  'Same.txt',
  'SAME.TXT',
  'same.txt',
  'desktop.ini',
  'x'.repeat(36),
  '\u00ff\u00fe',
  'a/b/c',
  '\n',
]

interface Directory {
  readonly view: DataView
  readonly start: number
  readonly count: number
}

function directoryOf(bytes: Uint8Array): Directory | undefined {
  if (bytes.length < 16 + ROW || String.fromCharCode(...bytes.subarray(0, 4)) !== 'NRes') return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint32(8, true)
  const start = bytes.length - count * ROW
  return count > 0 && start >= 16 ? { view, start, count } : undefined
}

/** A row of the directory that lies about where its payload is and how long. */
const row: Change = (random, bytes) => {
  const directory = directoryOf(bytes)
  if (!directory) return word(random, bytes, [])
  const at = directory.start + ROW * Math.floor(random() * directory.count) + (random() < 0.5 ? SIZE_AT : DATA_AT)
  const near = [bytes.length, directory.start, directory.start + 1, bytes.length - 1, directory.start - 16][
    Math.floor(random() * 8)
  ]
  const value = near ?? WORDS[Math.floor(random() * WORDS.length)] ?? 0
  directory.view.setUint32(at, value, true)
  return { bytes, words: `row word ${at} = 0x${value.toString(16)}` }
}

/** A number of rows that fits the size, so that payloads are read as rows or rows as payloads. */
const rows: Change = (random, bytes) => {
  const directory = directoryOf(bytes)
  if (!directory) return word(random, bytes, [])
  const most = Math.floor((bytes.length - 16) / ROW)
  const count = Math.floor(random() * (most + 1))
  directory.view.setUint32(8, count, true)
  return { bytes, words: `${count} rows of ${directory.count}` }
}

const rename: Change = (random, bytes) => {
  const directory = directoryOf(bytes)
  if (!directory) return flip(random, bytes, [])
  const chosen = Math.floor(random() * directory.count)
  const name = HOSTILE_NAMES[Math.floor(random() * HOSTILE_NAMES.length)] ?? ''
  setName(bytes, directory.start + ROW * chosen, name)
  return { bytes, words: `row ${chosen} named ${JSON.stringify(name)}` }
}

/** An archive whose entries are called by names that lead elsewhere, one after another. */
export function withHostileNames(archive: Uint8Array): Uint8Array {
  const bytes = archive.slice()
  const directory = directoryOf(bytes)
  for (let i = 0; i < (directory?.count ?? 0); i++)
    setName(bytes, (directory?.start ?? 0) + ROW * i, HOSTILE_NAMES[i % HOSTILE_NAMES.length] ?? '')
  return bytes
}

function setName(bytes: Uint8Array, at: number, name: string): void {
  bytes.fill(0, at + NAME_AT, at + NAME_AT + NAME_SIZE)
  for (let i = 0; i < Math.min(name.length, NAME_SIZE); i++) bytes[at + NAME_AT + i] = name.charCodeAt(i)
}

const CHANGES: readonly Change[] = [flip, flip, word, word, word, row, row, rows, rename, cut, insert, copy, remove]

/** A text with a few characters wrong. */
export function mutateText(random: Random, text: string): string {
  let changed = text
  for (let time = 0; time < 1 + random() * 3; time++) {
    const at = Math.floor(random() * changed.length)
    const length = Math.floor(random() * 6)
    const piece =
      ['', '"', '}', '[', '-', '1e999', 'null', '{"bits":"0x7f800001"}', '\\u12', '0x1', ',', '-0.0', '"hex:0"'][
        Math.floor(random() * 13)
      ] ?? ''
    changed = changed.slice(0, at) + piece + changed.slice(at + length)
  }
  return changed
}
