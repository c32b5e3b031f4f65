import { describe, expect, it } from 'vitest'
import { brokenLaws, decodeText, document, encodeText, locate, type Bytes } from '../../../layout'
import { changed, entriesOf, problemsOf } from '../entries.fixture'
import { formatOf, shelf } from '../opened.fixture'
import { describeReference } from '../reference.fixture'
import { KEYED_TEXTS } from './keyed-texts'

const bytesOf = (text: string): Bytes => {
  const bytes = encodeText(text.replaceAll('\n', '\r\n'), 'cp1251')
  if ('missing' in bytes) throw new Error(bytes.missing)
  return bytes
}
const open = (name: string, text: string) => shelf({ [name]: bytesOf(text) }).open(name)

/** The file with another text in a field. */
function edited(name: string, text: string, path: string, value: string): string {
  const entry = open(name, text)
  const layout = formatOf(entry)?.layout?.(entry)
  if (!layout) throw new Error(`no layout of ${name}`)
  expect(brokenLaws(layout, entry.bytes)).toEqual([])
  return decodeText(changed(layout, entry.bytes, path, value), 'cp1251').replaceAll('\r\n', '\n')
}

describe('texts of keys', () => {
  it.each([
    ['mission.cfg', 'object a\n\tmap = "x"\nend\n', 'lines/1/value', '"y"', 'object a\n\tmap = "y"\nend\n'],
    ['Behavior.ini', '[S]\nLogFile=a.log\n', 'lines/1/value', 'b.log', '[S]\nLogFile=b.log\n'],
    ['ScanCode.dsc', 'SPACE  Большой пробел\n', 'lines/0/label', 'Пробел', 'SPACE  Пробел\n'],
    ['hero.man', 'FIRE NONE W\n', 'lines/0/key', 'S', 'FIRE NONE S\n'],
    [
      'a.tbl',
      'KEY NONE W 1 C M 1.0 0 0 0.5 100 // RUN\n',
      'lines/0/time',
      '90',
      'KEY NONE W 1 C M 1.0 0 0 0.5 90 // RUN\n',
    ],
    ['a.fml', '//F\n\nFUNCTION( , f0 * 2,  )\n', 'lines/2/expression', '(f0)', '//F\n\nFUNCTION( , (f0),  )\n'],
    ['varset.var', 'VAR( float, f0, 0.0 )\n', 'lines/0', 'VAR( float, f0, 1.0 )', 'VAR( float, f0, 1.0 )\n'],
    ['varset.var', '// a\nVAR( float, f0, 0.0 );\n', 'lines/1/default', '1.0', '// a\nVAR( float, f0, 1.0 );\n'],
    [
      'varset.var',
      'VAR( DWORD, d0, 1, 0, 9, База (X) )\n',
      'lines/0/maximum',
      '10',
      'VAR( DWORD, d0, 1, 0, 10, База (X) )\n',
    ],
    ['descr', 'Обучение 1\n', 'lines/0', 'Обучение 2', 'Обучение 2\n'],
  ])('%s: a field of a line changes alone', async (name, text, path, value, after) => {
    expect(edited(name, text, path, value)).toBe(after)
    expect(await problemsOf(open(name, text))).toEqual([])
  })
  it('of buildings: categories, paths and comments', () => {
    const text = '// a\nMine 1\n"A\\b.dat"\n'
    expect(edited('BuildDat.lst', text, 'lines/2/path', 'c.dat')).toBe('// a\nMine 1\n"c.dat"\n')
    expect(edited('BuildDat.lst', text, 'lines/1/count', '2')).toBe('// a\nMine 2\n"A\\b.dat"\n')
    expect(edited('BuildDat.lst', text, 'lines/0/comment', 'b c')).toBe('// b c\nMine 1\n"A\\b.dat"\n')
  })
  it('are reported where a line does not divide and is no comment', async () => {
    expect(await problemsOf(open('a.tbl', 'KEY NONE W 1 C M 1.0 0 0 0.5 // RUN\n'))).toEqual(['text.line lines/0'])
    expect(await problemsOf(open('a.cfg', '# c\nobject a\nkey value\nend\n'))).toEqual(['text.line lines/2'])
    expect(await problemsOf(open('a.man', 'FIRE W\n'))).toEqual(['text.line lines/0'])
    expect(await problemsOf(open('a.var', 'VAR( float, f0 )\n'))).toEqual(['text.line lines/0'])
    expect(await problemsOf(open('a.ini', '[S]\n0.5\n'))).toEqual([])
  })
  it('have ids of their own', () => {
    expect(new Set(KEYED_TEXTS.map(({ id }) => id)).size).toBe(KEYED_TEXTS.length)
  })
})

describeReference('texts of the reference files', () => {
  it.each(KEYED_TEXTS.map(({ id }) => id))('%s divide where the notes say so', id => {
    const entries = entriesOf(id)
    expect(entries.length).toBeGreaterThan(0)
    const divided = entries.filter(([, entry]) => {
      const layout = formatOf(entry)?.layout?.(entry)
      const lines = layout && locate(document(layout, entry.bytes), 'lines')
      return Array.from({ length: lines?.childCount ?? 0 }, (_, at) => lines?.child(at)).some(
        line => line?.kind === 'struct' && line.childNamed('line') === undefined,
      )
    })
    if (id !== 'parkan.mission-title' && id !== 'parkan.tips') expect(divided.length).toBeGreaterThan(0)
  })
})
