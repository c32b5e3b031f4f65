import { describe, expect, it } from 'vitest'
import { createText } from './text'

const catalogues = {
  en: { 'a.files': '{n} file | {n} files', 'a.said': 'Link {link} names areal {areal}', 'a.only-en': 'only' },
  ru: { 'a.files': '{n} файл | {n} файла | {n} файлов', 'a.said': 'Связь {link} ведёт к ареалу {areal}' },
}

describe('text', () => {
  it('puts params into sentences of both languages', () => {
    expect(createText('en', catalogues).say('a.said', { link: 4, areal: 1005 })).toBe('Link 4 names areal 1005')
    expect(createText('ru', catalogues).say('a.said', { link: 4, areal: 1005 })).toBe('Связь 4 ведёт к ареалу 1005')
  })
  it('follows the plural rules of Russian', () => {
    const text = createText('ru', catalogues)
    const said = [1, 2, 5, 11, 21, 22, 112].map(n => text.say('a.files', { n }))
    expect(said).toEqual(['1 файл', '2 файла', '5 файлов', '11 файлов', '21 файл', '22 файла', '112 файлов'])
    expect([1, 2, 0].map(n => createText('en', catalogues).say('a.files', { n }))).toEqual([
      '1 file',
      '2 files',
      '0 files',
    ])
  })
  it('gives each count of a sentence its own form', () => {
    const en = { 'count.bytes': '{n} byte | {n} bytes', 'a.cut': 'Block {at} has {size-bytes}, {left-bytes} too many' }
    const ru = {
      'count.bytes': '{n} байт | {n} байта | {n} байт',
      'a.cut': 'В блоке {at} {size-bytes}, лишних: {left-bytes}',
    }
    const both = { en, ru }
    const said = createText('ru', both).say('a.cut', { at: 2, size: 32, left: 1 })
    expect(said).toBe('В блоке 2 32 байта, лишних: 1 байт')
    expect(createText('en', both).say('a.cut', { at: 2, size: 1, left: '3' })).toBe(
      'Block 2 has 1 byte, 3 bytes too many',
    )
  })
  it('gives a count that is text with groups of digits its form, as it is', () => {
    const ru = { 'count.bytes': '{n} байт | {n} байта | {n} байт', 'a.size': 'стало {after-bytes}' }
    const text = createText('ru', { en: ru, ru })
    expect(text.say('a.size', { after: '57\u00a0562' })).toBe('стало 57\u00a0562 байта')
  })
  it('gives the sentence of a refusal within another one, with the same params', () => {
    const en = {
      'a.at': 'Line {line}: {code-refusal}',
      'refusal.q.field': 'Column {at}: {size-bytes}',
      'count.bytes': '{n} B',
    }
    const text = createText('en', { en, ru: {} })
    expect(text.say('a.at', { line: 3, code: 'q.field', at: 7, size: 2 })).toBe('Line 3: Column 7: 2 B')
    expect(text.say('a.at', { line: 3, code: 'q.new' })).toBe('Line 3: refusal.q.new')
  })
  it('writes rounded numbers with the decimal sign of the language', () => {
    expect([createText('ru', catalogues).decimal(2.14, 1), createText('en', catalogues).decimal(2.14, 1)]).toEqual([
      '2,1',
      '2.1',
    ])
  })
  it('tells a sentence without signs of the syntax as the compiler would', () => {
    const plain = { 'a.plain': 'Percent 5 %, (brackets) [x] \\ "quoted" \'it\' #1 $& <b>', 'a.at': "at {'@'} sign" }
    const text = createText('en', { en: plain, ru: {} })
    expect([text.say('a.plain'), text.say('a.plain', { n: 2 }), text.say('a.at')]).toEqual([
      plain['a.plain'],
      plain['a.plain'],
      'at @ sign',
    ])
  })
  it('falls back to English, and to the key itself', () => {
    expect(createText('ru', catalogues).say('a.only-en')).toBe('only')
    expect(createText('ru', catalogues).say('a.nowhere')).toBe('a.nowhere')
  })
})

it('has no sentence under a name that every object inherits: it is shown as itself', () => {
  const text = createText('ru', { en: {}, ru: {} })
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    expect(text.has(name)).toBe(false)
    expect(text.say(name)).toBe(name)
  }
})
