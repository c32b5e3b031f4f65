import { setOwn } from '../model/own'
import type { Meta } from '../model/meta'
import type { AnyLayout, StructShape } from '../model/shape'
import type { JsonSchema, Known, Named, Say, Schemas } from '../shapes/operations'
import { alternativesOf, countsOf, operationsOf } from '../shapes/table'

export type { JsonSchema, Named, Say } from '../shapes/operations'

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

class SchemaWriter implements Schemas {
  readonly countsOf = countsOf
  readonly alternativesOf = alternativesOf
  readonly definitions: Record<string, JsonSchema> = {}
  private readonly names = new Map<StructShape, string>()

  constructor(
    private readonly say: Say,
    private readonly named: Named,
  ) {}

  schemaOf(layout: AnyLayout): JsonSchema {
    const { meta } = layout
    const own = meta.doc === undefined ? {} : this.named(meta.doc, meta)
    const known: Known = {
      ...meta,
      ...(own.values && { values: { ...meta.values, ...own.values } }),
      ...(own.bits && { bits: { ...meta.bits, ...own.bits } }),
      ...(own.seen && { seen: own.seen }),
    }
    return { ...this.words(known), ...operationsOf(layout.shape).schema(layout.shape, known, this) }
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

  reference(name: string, schema: JsonSchema): JsonSchema {
    if (!Object.hasOwn(this.definitions, name)) setOwn(this.definitions, name, schema)
    return { $ref: `#/definitions/${name}` }
  }

  record(shape: StructShape, schema: () => JsonSchema): JsonSchema {
    return { $ref: `#/definitions/${this.nameOf(shape, schema)}` }
  }

  private nameOf(shape: StructShape, schema: () => JsonSchema): string {
    const known = this.names.get(shape)
    if (known !== undefined) return known
    let name = shape.name
    for (let k = 2; Object.hasOwn(this.definitions, name); k++) name = `${shape.name}-${k}`
    this.names.set(shape, name)
    setOwn(this.definitions, name, {})
    setOwn(this.definitions, name, schema())
    return name
  }
}
