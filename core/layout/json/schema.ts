import type { AnyLayout, Meta } from '../model/layout'
import { hasBit } from '../model/numbers'
import { INTEGER_LIMITS, isInteger, type ScalarName, type StructShape } from '../model/shape'

/** Words of a catalogue key, if there are any. */
export type Say = (key: string) => string | undefined

/** JSON Schema, draft 07, as an object that can be printed. */
export interface JsonSchema {
  readonly [keyword: string]: JsonSchema | readonly JsonSchema[] | readonly string[] | string | number | boolean
}

/** Names of numbers or bits that readers gave to a field themselves, by its `doc`, and the numbers that are offered for it. */
export type Named = (doc: string, meta: Meta) => Pick<Meta, 'values' | 'bits'> & { readonly seen?: readonly number[] }

/**
 * The schema of a layout's JSON: completion, limits and, with `say`, titles and help in the reader's language, how
 * certain a field is and where that is written.
 * Derived fields need not be given. Known numbers are offered; others are not refused.
 */
export function jsonSchema(layout: AnyLayout, say: Say = () => undefined, named: Named = () => ({})): JsonSchema {
  const writer = new SchemaWriter(say, named)
  const root = writer.schemaOf(layout)
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...root, definitions: writer.definitions }
}

/** What a layout declares, and what readers know beyond that. */
type Known = Meta & ReturnType<Named>

class SchemaWriter {
  readonly definitions: Record<string, JsonSchema> = {}
  private readonly names = new Map<StructShape, string>()

  constructor(private readonly say: Say, private readonly named: Named) {}

  schemaOf(layout: AnyLayout): JsonSchema {
    const { meta } = layout
    const own = meta.doc === undefined ? {} : this.named(meta.doc, meta)
    const known: Known = {
      ...meta,
      ...(own.values && { values: { ...meta.values, ...own.values } }),
      ...(own.bits && { bits: { ...meta.bits, ...own.bits } }),
      ...(own.seen && { seen: own.seen }),
    }
    return { ...this.words(known), ...this.bare(layout, known) }
  }

  private words({ doc, unit, values, bits, role, certainty, source }: Meta): JsonSchema {
    const title = doc === undefined ? undefined : this.say(doc)
    const help = doc === undefined ? undefined : this.say(`${doc}.help`)
    const known = Object.entries(values ?? bits ?? {}).map(([number, name]) => `${number}: ${name}`)
    const how = certainty ?? (role === 'unknown' ? role : undefined)
    const sure = [how && this.say(`ui.certainty.${how}`), source].filter(Boolean).join(' · ')
    // An empty line between: hover runs single lines together.
    const description = [help, unit, known.join(', '), sure].filter(Boolean).join('\n\n')
    return { ...(title !== undefined && { title }), ...(description !== '' && { description }) }
  }

  private bare({ shape }: AnyLayout, meta: Known): JsonSchema {
    switch (shape.of) {
      case 'scalar': return this.scalar(shape.scalar, meta)
      case 'count': return { type: 'integer', minimum: 0, maximum: INTEGER_LIMITS[shape.scalar][1], readOnly: true }
      case 'vector': return {
        type: 'array', items: this.scalar(shape.scalar, {}), minItems: shape.names.length, maxItems: shape.names.length,
      }
      case 'bytes': return { type: 'string', pattern: `^hex:[0-9a-fA-F]{${2 * shape.size}}$` }
      case 'rest': return { type: 'string', pattern: '^hex:([0-9a-fA-F]{2})*$' }
      case 'text': return { anyOf: [{ type: 'string', maxLength: shape.size }, this.reference('text', TEXT)] }
      case 'line': return { anyOf: [{ type: 'string', pattern: '^[^\\n]*$' }, this.reference('text', TEXT)] }
      case 'list': return { type: 'array', items: this.schemaOf(shape.element), maxItems: INTEGER_LIMITS[shape.scalar][1] }
      case 'array': {
        const count = shape.length.from === 'fixed' ? { minItems: shape.length.count, maxItems: shape.length.count } : {}
        return { type: 'array', items: this.schemaOf(shape.element), ...count }
      }
      case 'struct': return { $ref: `#/definitions/${this.nameOf(shape)}` }
    }
  }

  private scalar(scalar: ScalarName, { min, max, values = {}, bits = {}, seen = [] }: Known): JsonSchema {
    if (scalar === 'f32' || scalar === 'f64') return this.reference(scalar, scalar === 'f32' ? F32 : F64)
    if (!isInteger(scalar)) return { type: 'string', pattern: scalar === 'u64' ? '^\\d{1,20}$' : '^-?\\d{1,19}$' }
    const [least, most] = INTEGER_LIMITS[scalar]
    const integer = { type: 'integer', minimum: Math.max(least, min ?? least), maximum: Math.min(most, max ?? most) }
    const offered = [...new Set([...Object.keys(values).map(Number), ...combined(Object.keys(bits).map(Number)), ...seen])]
      .filter(number => number >= least && number <= most).sort((a, b) => a - b)
    if (offered.length === 0) return integer
    const called = (number: number): string => values[number] ?? Object.entries(bits).filter(([bit]) => hasBit(number, Number(bit))).map(([, name]) => name).join(' | ')
    // A list of constants would be offered by their numbers alone; snippets have names.
    return { ...integer, defaultSnippets: offered.map(body => ({ label: `${body} ${called(body)}`.trim(), body })) }
  }

  private reference(name: string, schema: JsonSchema): JsonSchema {
    this.definitions[name] ??= schema
    return { $ref: `#/definitions/${name}` }
  }

  private nameOf(shape: StructShape): string {
    const known = this.names.get(shape)
    if (known !== undefined) return known
    let name = shape.name
    for (let k = 2; Object.hasOwn(this.definitions, name); k++) name = `${shape.name}-${k}`
    this.names.set(shape, name)
    this.definitions[name] = {}
    const required = shape.fields.filter(({ layout }) => layout.shape.of !== 'count').map(field => field.name)
    this.definitions[name] = {
      type: 'object',
      properties: Object.fromEntries(shape.fields.map(field => [field.name, this.schemaOf(field.layout)])),
      required,
      additionalProperties: false,
    }
    return name
  }
}

/** Of so many named bits every combination is offered; of more each by itself. */
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
const TEXT: JsonSchema = {
  type: 'object',
  properties: { text: { type: 'string' }, tail: { type: 'string', pattern: '^([0-9a-fA-F]{2})*$' } },
  required: ['text', 'tail'],
  additionalProperties: false,
}
