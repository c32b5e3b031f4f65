import { expect, it } from 'vitest'
import { array, reserved, struct, toEnd, u32, recordAt } from '../layout'
import { addMessages, CATALOGUES } from './catalogues'
import { MESSAGES } from '../families/parkan/messages/messages'
import { objectWords, problemSentence } from './object-words'
import { createText } from './text'

addMessages(MESSAGES)

const Link = struct('areal-link', { area_ref: u32() })
const Areal = struct('areal', { class_id: u32(), pad: reserved(u32()), links: array(Link, 2) })
const File = struct('areal-map', { areals: array(Areal, 700), cells: array(u32(), 4) })

it('finds the outermost record of a path by the declaration alone', () => {
  expect(recordAt(File, 'areals/637/links/1/area_ref')).toEqual({ name: 'areal', path: 'areals/637' })
  expect(recordAt(array(Areal, toEnd), '3')).toEqual({ name: 'areal', path: '3' })
  expect([recordAt(File, 'areals'), recordAt(File, 'cells/3'), recordAt(File, 'nowhere/3')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('names the object of a problem in its sentence, not the path, in both languages', () => {
  const path = 'areals/637/pad'
  const problem = { code: 'layout.reserved', params: { path }, path, record: { name: 'areal', path: 'areals/637' } }
  expect(problemSentence(createText('en', CATALOGUES), problem)).toMatch(/^Areal 637 · pad is not zero/)
  expect(problemSentence(createText('ru', CATALOGUES), problem)).toMatch(/^Ареал 637 · pad/)
  const en = createText('en', CATALOGUES)
  expect(objectWords(en, 'areals/637', problem.record)).toBe('Areal 637')
  expect(objectWords(en, 'areals/637/links/1', problem.record)).toMatch(/^Areal 637 · \S+ 1$/)
  expect(objectWords(en, 'areals/6370', problem.record)).toBe('areals/6370')
  expect(problemSentence(en, { code: problem.code, params: { path } })).toContain(path)
})
