import {
  decodeText,
  encodeText,
  fromHex,
  isTailed,
  pageOf,
  textEnd,
  withWords,
  wordsOf,
  type CodePage,
  type Node,
  type Value,
} from '@areal-studio/core/layout'
import { evaluate } from './expression'
import { misfit, numberText, type NumberShape } from './number-text'

/** Result of parsing typed text: a value, or the catalogue key of the error. */
export type Parsed =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: string; readonly params: Readonly<Record<string, string | number>> }

const wrong = (code: string, params: Readonly<Record<string, string | number>> = {}): Parsed => ({
  ok: false,
  code,
  params,
})
const right = (value: Value): Parsed => ({ ok: true, value })

type Num = number | bigint
export const isNumber = (value: Value): value is Num => typeof value === 'number' || typeof value === 'bigint'
const isBits = (value: Value): value is { readonly bits: string } =>
  typeof value === 'object' && 'bits' in value && typeof value.bits === 'string'

/** How numbers of this node are typed and shown. */
export function numberShape(node: Node, isHex = node.meta.hex === true): NumberShape {
  const isWhole = node.kind === 'integer' || node.kind === 'flags'
  return {
    isWhole,
    isSingle: node.kind === 'float' && node.size === 4,
    min: node.meta.min,
    max: node.meta.max,
    hexDigits: isWhole && isHex ? node.size * 2 : undefined,
  }
}

/** Whether a node holds one value that can be typed on one line. */
export function isTypable(node: Node): boolean {
  return ['integer', 'float', 'flags', 'text', 'bytes', 'vector', 'colour'].includes(node.kind) && !isUndecoded(node)
}

/** A text whose codec cannot decode it: only its stored bytes are known. */
export const isUndecoded = (node: Node): boolean => node.kind === 'text' && valueOf(node) instanceof Uint8Array

/** What an optional field is where the file does not have it: a record without anything. */
export const isAbsent = (node: Node): boolean => node.kind === 'struct' && node.childCount === 0 && node.size === 0

const BYTES_SHOWN = 24

/** How a text is read and typed: in another code page than its format declares, with other bytes behind its end. */
interface TextReading {
  readonly page?: CodePage | undefined
  /** In hex digits. */
  readonly tail?: string | undefined
}

/** Has fields or records instead of a value of its own: not decoded to be shown, it may be of hundreds of thousands. */
export const isOfFields = ({ kind }: Node): boolean => kind === 'struct' || kind === 'array' || kind === 'list'

/** A value of a node as one line that `parseText` reads back; null where the node is cut or holds more than a line. */
export function textOf(node: Node, isHex?: boolean, page?: CodePage): string | null {
  if (isOfFields(node)) return null
  const value = valueOf(node)
  if (value === undefined) return null
  return printed(node, value, isHex, page)
}

/**
 * The bytes behind a text's end within its field, in hex digits, '' where all are zero; undefined for a node without
 * such bytes.
 */
export function tailOf(node: Node): string | undefined {
  if (typeof textEnd(node.layout) !== 'object') return undefined
  const value = valueOf(node)
  if (typeof value === 'object' && 'second' in value) return undefined
  return value !== undefined && isTailed(value) ? value.tail.replace(/(..)(?=.)/g, '$1 ').toUpperCase() : ''
}

/** The value of a node; undefined where its bytes are cut. */
export function valueOf(node: Node): Value | undefined {
  try {
    return node.value
  } catch {
    return undefined
  }
}

function printed(node: Node, value: Value, isHex?: boolean, page?: CodePage): string | null {
  if (isNumber(value)) return numberText(value, numberShape(node, isHex))
  if (isBits(value)) return `NaN ${value.bits}`
  const words = wordsOf(value)
  if (words !== undefined) return recoded(node, words, page)
  if (value instanceof Uint8Array) {
    const head = Array.from(value.subarray(0, BYTES_SHOWN), byte =>
      byte.toString(16).toUpperCase().padStart(2, '0'),
    ).join(' ')
    return value.length > BYTES_SHOWN ? `${head} …` : head
  }
  if ((node.kind === 'vector' || node.kind === 'colour') && Array.isArray(value)) {
    return Array.from({ length: node.childCount }, (_, i) => textOf(node.child(i), isHex) ?? '').join('  ')
  }
  return null
}

/** The same bytes read in another code page. */
function recoded(node: Node, text: string, page: CodePage | undefined): string {
  const bytes = page && encodeText(text, pageOf(node) ?? page)
  return page && bytes instanceof Uint8Array ? decodeText(bytes, page) : text
}

/** Bytes longer than one line can only be edited in the hex grid. */
export const isWholeText = (node: Node): boolean => node.kind !== 'bytes' || node.size <= BYTES_SHOWN

/** Reads what was typed over a node's value: expressions in numbers, `x y z` in vectors, hex digits in bytes. */
export function parseText(node: Node, words: string, reading: TextReading = {}): Parsed {
  const present = valueOf(node)
  switch (node.kind) {
    case 'integer':
    case 'flags':
    case 'float':
      return parseNumber(node, present, words)
    case 'vector':
    case 'colour':
      return parseVector(node, words)
    case 'text':
      return present instanceof Uint8Array ? wrong('ui.value.not-typable') : parseWords(node, words, reading)
    case 'bytes':
      return parseBytes(node, words)
    default:
      return wrong('ui.value.not-typable')
  }
}

/** The value is what the declared code page makes of the bytes, whatever page they were typed in. */
function parseWords(node: Node, words: string, { page, tail }: TextReading): Parsed {
  const declared = pageOf(node)
  if (!declared) return wrong('ui.value.not-typable')
  const bytes = encodeText(words, page ?? declared)
  if ('missing' in bytes) return wrong('ui.value.character', { character: bytes.missing, page: page ?? declared })
  const end = textEnd(node.layout)
  const room = typeof end === 'object' ? end.room : Infinity
  if (bytes.length > room) return wrong('ui.value.text-long', { n: room })
  const text = decodeText(bytes, declared)
  return tail === undefined
    ? right(withWords(node, text))
    : withTail(text, tail.replace(/\s+/g, '').toLowerCase(), Math.max(0, room - bytes.length - 1))
}

function withTail(text: string, digits: string, room: number): Parsed {
  if (!/^(?:[0-9a-f]{2})*$/.test(digits)) return wrong('ui.value.hex')
  if (digits.length > room * 2) return wrong('ui.value.tail-long', { n: room })
  return right(/^0*$/.test(digits) ? text : { text, tail: digits })
}

function parseNumber(node: Node, present: Value | undefined, words: string): Parsed {
  const named = node.kind === 'float' ? floatWord(words) : undefined
  if (named !== undefined) return right(named)
  const result = evaluate(words, present !== undefined && isNumber(present) ? present : node.kind === 'float' ? NaN : 0)
  if (!result.ok) return wrong('ui.number.mistake', { at: result.at + 1 })
  const shape = numberShape(node)
  const misfits = misfit(result.value, shape)
  if (misfits === 'whole') return wrong('ui.number.whole')
  if (misfits) return wrong('ui.number.range', { min: shape.min ?? '-∞', max: shape.max ?? '∞' })
  if (shape.isWhole && node.size === 8) return right(BigInt(result.value))
  return right(shape.isSingle ? Math.fround(Number(result.value)) : Number(result.value))
}

function floatWord(words: string): number | { readonly bits: string } | undefined {
  const match = /^\s*([-+]?)(nan|inf(?:inity)?)\s*(0x[0-9a-f]{8,16})?\s*$/i.exec(words)
  if (!match) return undefined
  if (match[3]) return { bits: match[3].toLowerCase() }
  return /nan/i.test(match[2] ?? '') ? NaN : match[1] === '-' ? -Infinity : Infinity
}

/** Red, green and blue of a colour, for any order of its bytes; undefined of anything else. */
export function colourOf(node: Node, value: Value | undefined): readonly [number, number, number] | undefined {
  if (node.kind !== 'colour' || !Array.isArray(value)) return undefined
  const part = (name: string): number => Number(value[partsOf(node).indexOf(name)] ?? 0)
  return [part('r'), part('g'), part('b')]
}

const partsOf = (node: Node): string[] => Array.from({ length: node.childCount }, (_, i) => node.child(i).name)

/** `#8040C0` over a colour: its alpha is unchanged unless two more digits give it. */
function hexColour(node: Node, words: string): readonly Value[] | undefined {
  const digits = /^\s*#([0-9a-f]{6}(?:[0-9a-f]{2})?)\s*$/i.exec(words)?.[1]
  if (node.kind !== 'colour' || digits === undefined) return undefined
  return partsOf(node).map((name, i) => {
    const told = digits.slice(2 * 'rgba'.indexOf(name), 2 * 'rgba'.indexOf(name) + 2)
    return told === '' ? (valueOf(node.child(i)) ?? 0) : parseInt(told, 16)
  })
}

function parseVector(node: Node, words: string): Parsed {
  const hex = hexColour(node, words)
  if (hex) return right(hex)
  const parts = words
    .trim()
    .split(/[\s,;]+(?![*/|&])/)
    .filter(part => part !== '')
  if (parts.length !== node.childCount) return wrong('ui.value.parts', { n: node.childCount })
  const values: Value[] = []
  for (const [index, part] of parts.entries()) {
    const parsed = parseText(node.child(index), part)
    if (!parsed.ok) return parsed
    values.push(parsed.value)
  }
  return right(values)
}

function parseBytes(node: Node, words: string): Parsed {
  const bytes = fromHex(words.replace(/\s+/g, ''))
  if (!bytes) return wrong('ui.value.hex')
  if (node.layout.fixedSize !== undefined && bytes.length !== node.size)
    return wrong('ui.value.bytes', { n: node.size })
  return right(bytes)
}

/** Whether two values are the same bits. */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === undefined || b === undefined || typeof a !== 'object' || typeof b !== 'object') return Object.is(a, b)
  if (a instanceof Uint8Array || b instanceof Uint8Array) {
    return (
      a instanceof Uint8Array && b instanceof Uint8Array && a.length === b.length && a.every((byte, i) => byte === b[i])
    )
  }
  const left = Object.entries(a)
  const right = new Map<string, Value>(Object.entries(b))
  return left.length === right.size && left.every(([key, value]) => sameValue(value, right.get(key)))
}

/** A short line for one value, for `was 0` and lists: long texts and bytes are cut. */
export function briefText(node: Node, page?: CodePage): string {
  return brief(node, textOf(node, undefined, page))
}

/** The same for a value that a node does not have yet. */
export const briefTextOf = (node: Node, value: Value): string => brief(node, printed(node, value))

function brief(node: Node, line: string | null): string {
  if (line === null) return `[${node.childCount}]`
  return line.length > 48 ? `${line.slice(0, 47)}…` : line
}
