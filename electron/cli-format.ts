import { StudioError, type EntryInfo, type Format } from '@areal-studio/core/format'
import { describe, fromJson, jsonSchema, write, type AnyLayout } from '@areal-studio/core/layout'
import type { Run, Verb } from './cli-run'
import { formatNamed } from './cli-studio'
import { payloadSpan } from './cli-payload'

/** A format's declaration for an entry that nobody has: counts of the directory are 0. */
function layoutOf(format: Format, attributes: EntryInfo['attributes'] = {}): AnyLayout {
  const info: EntryInfo = {
    path: '', name: '', size: 0, head: new Uint8Array(0), container: null,
    attributes: { attr1: 0, attr2: 0, attr3: 0, type_id: 0, ...attributes },
  }
  const layout = format.layout?.(info)
  if (layout === undefined) throw new StudioError('format.no-declaration', { format: format.id })
  return layout
}

const sayIn = (run: Run) => (key: string): string | undefined => (run.text.has(key) ? run.say(key) : undefined)

export const describeVerb = (id: string): Verb => run => {
  const lines = describe(layoutOf(formatNamed(id)), sayIn(run))
  run.answer({ format: id, lines }, () => lines)
  return Promise.resolve(0)
}

export const schemaVerb = (id: string): Verb => run => {
  run.io.out(`${JSON.stringify(jsonSchema(layoutOf(formatNamed(id)), sayIn(run)), null, 2)}\n`)
  return Promise.resolve(0)
}

/** What `json` printed, as the payload's bytes. Reads nothing but stdin. */
export const fromJsonVerb = (): Verb => async run => {
  const { format, attributes, value } = payloadSpan(decoded(await run.io.input()))
  if (format === null) run.io.out(bytesOf(value))
  else {
    const layout = layoutOf(formatNamed(format), attributes)
    run.io.out(write(layout, fromJson(layout, value)).bytes)
  }
  return 0
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StudioError('json.not-utf8')
  }
}

function bytesOf(text: string): Uint8Array {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'string' || !/^hex:(?:[0-9a-f]{2})*$/i.test(value)) throw new StudioError('json.no-hex')
  return new Uint8Array(Buffer.from(value.slice(4), 'hex'))
}
