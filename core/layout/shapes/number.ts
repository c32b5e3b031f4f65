import type { Json } from '../json/json-text'
import type { Value } from '../model/layout'
import { f32Text, f64Text, floatBits, hasBit, writeBits, writeFloat, writeInteger } from '../model/numbers'
import { INTEGER_LIMITS, SCALAR_SIZE, isInteger, type IntegerName, type ScalarName } from '../model/shape'
import { isFields } from './leaf'
import type { Encoder, JsonSchema, Known, Schemas } from './operations'

/** Appends a number. Throws LayoutError where its type cannot hold it. */
export function encodeScalar(scalar: ScalarName, value: unknown, encoder: Encoder): void {
  if (scalar === 'f32' || scalar === 'f64') encodeFloat(scalar, value, encoder)
  else if (isInteger(scalar)) encodeInteger(scalar, value, encoder)
  else encodeLong(scalar, value, encoder)
}

/** Appends an integer. Throws LayoutError outside of its limits. */
export function encodeInteger(scalar: IntegerName, value: unknown, encoder: Encoder): void {
  if (typeof value !== 'number' || !Number.isInteger(value)) return encoder.refuse('layout.not-integer')
  const [min, max] = INTEGER_LIMITS[scalar]
  if (value < min || value > max) encoder.refuse('layout.range', { value, min, max })
  const at = encoder.grow(SCALAR_SIZE[scalar])
  writeInteger(encoder.view, at, scalar, value)
}

function encodeLong(scalar: 'u64' | 'i64', value: unknown, encoder: Encoder): void {
  if (typeof value !== 'bigint') return encoder.refuse('layout.not-integer')
  const [min, max] = scalar === 'u64' ? [0n, 2n ** 64n - 1n] : [-(2n ** 63n), 2n ** 63n - 1n]
  if (value < min || value > max)
    encoder.refuse('layout.range', { value: String(value), min: String(min), max: String(max) })
  const at = encoder.grow(8)
  encoder.view.setBigUint64(at, BigInt.asUintN(64, value), true)
}

function encodeFloat(scalar: 'f32' | 'f64', value: unknown, encoder: Encoder): void {
  const at = encoder.grow(SCALAR_SIZE[scalar])
  if (typeof value === 'number') {
    if (scalar === 'f32' && Number.isFinite(value) && !Number.isFinite(Math.fround(value))) {
      encoder.refuse('layout.range', { value, min: '-3.4028235e38', max: '3.4028235e38' })
    }
    writeFloat(encoder.view, at, scalar, value)
    return
  }
  const bits = isFields(value) && Object.keys(value).length === 1 ? value['bits'] : undefined
  if (typeof bits !== 'string') return encoder.refuse('layout.not-number')
  if (!writeBits(encoder.view, at, scalar, bits)) encoder.refuse('layout.bits', { digits: scalar === 'f32' ? 8 : 16 })
}

/** A number as JSON: 64 bits as a string, a float that is no number by its bits. */
export function scalarJson(scalar: ScalarName, value: Value): string {
  if (typeof value === 'bigint') return `"${value}"`
  if (typeof value === 'object' && 'bits' in value) return `{"bits": ${JSON.stringify(value.bits)}}`
  const number = Number(value)
  if (scalar !== 'f32' && scalar !== 'f64') return String(number)
  if (!Number.isFinite(number)) return `{"bits": "${floatBits(number, scalar)}"}`
  return scalar === 'f32' ? f32Text(number) : f64Text(number)
}

/** The number of such JSON; anything else is left for `encode` to refuse. */
export function scalarFromJson(scalar: ScalarName, json: Json): unknown {
  if (scalar === 'f32' || scalar === 'f64') {
    if (json instanceof Map) return numberOfBits(scalar, Object.fromEntries(json))
    if (typeof json !== 'number') return json
    // What no float can hold must not become an infinity by being read.
    if (!Number.isFinite(json)) return null
    const nearest = scalar === 'f32' ? Math.fround(json) : json
    return Number.isFinite(nearest) ? nearest : json
  }
  if (scalar !== 'u64' && scalar !== 'i64') return json
  if (typeof json === 'string' && /^-?\d{1,20}$/.test(json)) return BigInt(json)
  return typeof json === 'number' && Number.isSafeInteger(json) ? BigInt(json) : json
}

/** Bits that a JS number carries become that number, so that one value has one form. */
function numberOfBits(scalar: 'f32' | 'f64', json: Readonly<Record<string, Json>>): unknown {
  const { bits } = json
  if (typeof bits !== 'string' || Object.keys(json).length !== 1) return json
  const digits = scalar === 'f32' ? 8 : 16
  const plain = bits.toLowerCase().replace(/^0x/, '').padStart(digits, '0')
  const special = [Number.NaN, Infinity, -Infinity].find(number => floatBits(number, scalar) === `0x${plain}`)
  return special ?? json
}

/** JSON Schema of a number, with its limits and the numbers that are offered. */
export function scalarSchema(
  scalar: ScalarName,
  { min, max, values = {}, bits = {}, seen = [] }: Known,
  schemas: Schemas,
): JsonSchema {
  if (scalar === 'f32' || scalar === 'f64') return schemas.reference(scalar, scalar === 'f32' ? F32 : F64)
  if (!isInteger(scalar)) return { type: 'string', pattern: scalar === 'u64' ? '^\\d{1,20}$' : '^-?\\d{1,19}$' }
  const [least, most] = INTEGER_LIMITS[scalar]
  const integer = { type: 'integer', minimum: Math.max(least, min ?? least), maximum: Math.min(most, max ?? most) }
  const offered = [
    ...new Set([...Object.keys(values).map(Number), ...combined(Object.keys(bits).map(Number)), ...seen]),
  ]
    .filter(number => number >= least && number <= most)
    .sort((a, b) => a - b)
  if (offered.length === 0) return integer
  const called = (number: number): string =>
    values[number] ??
    Object.entries(bits)
      .filter(([bit]) => hasBit(number, Number(bit)))
      .map(([, name]) => name)
      .join(' | ')
  // A list of constants would be offered by their numbers alone; snippets have names.
  return { ...integer, defaultSnippets: offered.map(body => ({ label: `${body} ${called(body)}`.trim(), body })) }
}

/** Up to this many named bits, every combination is offered; of more only each bit. */
const COMBINED = 4

/** Numbers of named bits, set alone and together. */
function combined(bits: readonly number[]): readonly number[] {
  if (bits.length > COMBINED) return bits.map(bit => 2 ** bit)
  return bits.reduce<readonly number[]>((all, bit) => [...all, ...[0, ...all].map(number => number + 2 ** bit)], [])
}

const bits = (digits: number): JsonSchema => ({
  type: 'object',
  properties: { bits: { type: 'string', pattern: `^0x[0-9a-fA-F]{1,${digits}}$` } },
  required: ['bits'],
  additionalProperties: false,
})
const F32: JsonSchema = { anyOf: [{ type: 'number' }, bits(8)] }
const F64: JsonSchema = { anyOf: [{ type: 'number' }, bits(16)] }
