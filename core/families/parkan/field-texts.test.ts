import { expect, it } from 'vitest'
import { knownFields, missingTexts } from '../field-texts.fixture'
import { MESSAGES } from './messages/messages'
import { PARKAN } from './parkan'
import { sampleInstall } from './sample/sample'

it.each(['en', 'ru'] as const)('every field whose meaning is known has a title and help (%s)', language => {
  // The sample's entries have every format.
  const files = sampleInstall({ maps: [{ name: 'SC_1', seed: 1, tiles: 2, areals: 9 }] })
  expect(missingTexts(knownFields(PARKAN.formats, files), MESSAGES[language])).toEqual([])
})
