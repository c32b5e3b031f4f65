import { expect, it } from 'vitest'
import { partsOf, type AnyLayout } from '../../../layout'
import { ANIM } from '../anim/anim'
import { SAVE_ACTIVATION, SAVE_HEADER } from '../anim/save'
import { GAMEZ } from '../gamez/gamez'
import { MECHLIB_MATERIALS, MECHLIB_MODEL, MECHLIB_NUMBER } from '../mechlib/mechlib'
import { MOTION } from '../motion/motion'
import { INTERP } from '../scripts/interp'
import { READER } from '../scripts/reader'
import { TEXTURE } from '../textures/texture'
import { MESSAGES } from './messages'

const LAYOUTS: readonly AnyLayout[] = [
  GAMEZ,
  MECHLIB_MODEL,
  MECHLIB_MATERIALS,
  MECHLIB_NUMBER,
  TEXTURE,
  INTERP,
  READER,
  MOTION,
  ANIM,
  SAVE_HEADER,
  SAVE_ACTIVATION,
]

/** Every declaration within a layout, once. */
function* declarationsIn(layout: AnyLayout, seen: Set<AnyLayout>): Generator<AnyLayout> {
  if (seen.has(layout)) return
  seen.add(layout)
  yield layout
  for (const part of partsOf(layout)) yield* declarationsIn(part.layout, seen)
}

const FIELDS = LAYOUTS.flatMap(layout => [...declarationsIn(layout, new Set())]).flatMap(
  ({ meta: { doc, certainty } }) => (doc === undefined ? [] : [{ doc, isKnown: certainty === 'confirmed' }]),
)

it.each(['en', 'ru'] as const)(
  'every field of every format has a title, and help where its meaning is known: %s',
  language => {
    const texts: Readonly<Record<string, string>> = MESSAGES[language]
    const keys = new Set(FIELDS.flatMap(({ doc, isKnown }) => (isKnown ? [doc, `${doc}.help`] : [doc])))
    expect(keys.size).toBeGreaterThan(700)
    expect([...keys].filter(key => !Object.hasOwn(texts, key))).toEqual([])
  },
)

it('no text is of a field that no format has', () => {
  const keys = new Set(FIELDS.map(({ doc }) => doc))
  const titles = Object.keys(MESSAGES.en).filter(key => /^field\.[^.]+\..+/.test(key) && !/\.(?:help|many)$/.test(key))
  expect(titles.filter(key => !keys.has(key))).toEqual([])
})
