import { StudioError } from '@areal-studio/core/format'
import { describe, jsonSchema, own, type AnyLayout } from '@areal-studio/core/layout'
import { declaredLayout, payloadFrom } from './payload'
import { dictionaryKey, entryJson, namedBy, NO_NAMES } from '@areal-studio/core/studio'
import type { Run, Verb } from './run'
import { formatNamed } from './studio'

const sayIn =
  (run: Run) =>
  (key: string): string | undefined =>
    run.text.has(key) ? run.say(key) : undefined

/**
 * A format's declaration; for an archive without one that of its rows. Throws `format.unknown`,
 * `format.no-declaration`.
 */
function shownLayout(id: string): AnyLayout {
  const format = formatNamed(id)
  const rows = format.layout ? undefined : format.archive?.attributes
  return rows ?? declaredLayout(format)
}

/** `areal describe`: with an install it includes the modder's names of fields, values and bits. */
export const describeVerb =
  (id: string, install: string | undefined): Verb =>
  async run => {
    const layout = shownLayout(id)
    const names =
      install === undefined ? NO_NAMES : await run.open(install, 'scratch').then(({ api }) => api.dictionary())
    const say = (key: string): string | undefined => {
      const field = dictionaryKey({ doc: key })
      const given = field === undefined ? undefined : own(names.fields, field)
      const title = sayIn(run)(key)
      return given === undefined || title === undefined ? (given ?? title) : `${given} (${title})`
    }
    const lines = describe(layout, say, doc => namedBy(names, doc))
    run.answer({ format: id, lines }, () => lines)
    return 0
  }

export const schemaVerb =
  (id: string): Verb =>
  run => {
    run.io.out(`${JSON.stringify(jsonSchema(shownLayout(id), sayIn(run)), null, 2)}\n`)
    return Promise.resolve(0)
  }

/** Converts the output of `json` to the payload's bytes. Reads only stdin. */
export const fromJsonVerb = (): Verb => async run => {
  const { format, attributes, value } = entryJson(decoded(await run.io.input()))
  run.io.out(payloadFrom(format, attributes, value))
  return 0
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StudioError('json.not-utf8')
  }
}
