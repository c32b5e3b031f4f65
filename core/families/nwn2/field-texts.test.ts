import { expect, it } from 'vitest'
import type { AnyLayout } from '../../layout'
import { isKnown, knownFields, missingTexts } from '../field-texts.fixture'
import { meshOf } from './aswm/aswm'
import { MESSAGES } from './messages/messages'
import { NWN2 } from './nwn2'
import { sampleFiles } from './sample/sample'

/** Versions of a walkmesh that no sample has. */
const OLD_MESHES = [0x69, 0x6a, 0x6b]

/** Keys of the texts of the fields of a declaration. */
function declaredKeys(layout: AnyLayout): readonly string[] {
  if (!isKnown(layout)) return []
  const { shape, meta } = layout
  const own = meta.doc === undefined ? [] : [meta.doc]
  if (shape.of === 'struct') return [...own, ...shape.fields.flatMap(field => declaredKeys(field.layout))]
  return shape.of === 'array' ? [...own, ...declaredKeys(shape.element)] : own
}

it.each(['en', 'ru'] as const)('every field whose meaning is known has a title and help (%s)', language => {
  // The sample's entries have every format.
  const keys = knownFields(NWN2.formats, sampleFiles())
  for (const version of OLD_MESHES) for (const key of declaredKeys(meshOf(version))) keys.add(key)
  expect(missingTexts(keys, MESSAGES[language])).toEqual([])
})
