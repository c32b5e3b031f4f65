import { describe, expect, it } from 'vitest'
import type { Opened } from '../../../format'
import { brokenLaws, document, formRows, locate, write, type Bytes } from '../../../layout'
import { plainText } from '../../../format/fields'
import { changed, problemsOf } from '../entries.fixture'
import { hasType, typeIdOf } from '../nres/directory'
import { formatOf, shelf } from '../opened.fixture'
import { describeReference, fixture, truth } from '../reference.fixture'
import { researchTree } from '../sample/research'
import { writeArchive } from '../nres/nres-pack'
import { RESEARCH_LETTERS, researchLayout } from './research'

const rowsOf = (bytes: Bytes): readonly Opened[] => {
  const all = shelf({ 'data.trf': bytes })
  return all.rows(all.open('data.trf'))
}
const isRow = (letter: string) => hasType(typeIdOf(`TRF${letter}`))
const rowOf = (bytes: Bytes, letter: string): Opened => {
  const found = rowsOf(bytes).find(({ attributes }) => isRow(letter)(attributes))
  if (!found) throw new Error(`no TRF${letter}`)
  return found
}
const layoutOf = (row: Opened) => {
  const layout = formatOf(row)?.layout?.(row)
  if (!layout) throw new Error('no layout')
  return layout
}

/** The sample's tree with a field of one row changed, or without some rows; problems of the row `checked`. */
async function problems(
  letter: string,
  path: string,
  value: number | string,
  checked = letter,
): Promise<readonly string[]> {
  const rows = rowsOf(researchTree()).map(row => ({
    attributes: row.attributes,
    payload: isRow(letter)(row.attributes) ? changed(layoutOf(row), row.bytes, path, value) : row.bytes,
  }))
  return problemsOf(rowOf(writeArchive(rows), checked))
}

describe('research tree', () => {
  it.each(rowsOf(researchTree()).map(row => [formatOf(row)?.id, row] as const))(
    'row %s keeps the laws, has a form and no problem',
    async (id, row) => {
      expect(id).toMatch(/^parkan\.research\.[0-9ab]$/)
      expect(brokenLaws(layoutOf(row), row.bytes)).toEqual([])
      expect(formRows(document(layoutOf(row), row.bytes).root)).not.toEqual([])
      expect(await problemsOf(row)).toEqual([])
    },
  )
  it('may have one name for all rows, which are found by type', async () => {
    const all = shelf({ 'data.trf': researchTree() })
    expect((await all.check(all.open('data.trf'))).map(({ code }) => code)).toEqual([])
  })
  it('has a layout for every letter', () => {
    expect(RESEARCH_LETTERS.join('')).toBe('0123456789AB')
    expect(() => researchLayout('C', 0)).toThrow(TypeError)
  })
  it('reports offsets where no text or part begins, and items that are not there', async () => {
    expect(await problems('0', 'items/1/name', 1)).toEqual(['research.text items/1/name'])
    expect(await problems('0', 'items/1/panel', 4000)).toEqual(['research.text items/1/panel'])
    expect(await problems('0', 'items/2/parts', 6)).toEqual(['research.part items/2/parts'])
    expect(await problems('B', 'parts/0/item', 3)).toEqual(['research.item parts/0/item'])
    expect(await problems('B', 'parts/0/offset', 2)).toEqual(['research.text parts/0/offset'])
    expect(await problems('3', 'items/0', 7)).toEqual(['research.item items/0'])
  })
  it('reports counts that promise other numbers, and links on one side only', async () => {
    expect(await problems('2', 'counts/1', 2)).toEqual(['research.links counts'])
    expect(await problems('3', 'items/2', 0)).toEqual([])
    expect(await problems('3', 'items/2', 2)).toEqual(['research.transpose items/2'])
    expect(await problems('5', 'items/0', 0)).toEqual(['research.transpose items/0'])
    expect(await problems('3', 'items/2', 2, '5')).toEqual(['research.transpose items/2'])
  })
  it('reports another version, and rows that have not a record for each item', async () => {
    const rows = rowsOf(researchTree()).map(({ attributes, bytes }) => ({ attributes, payload: bytes }))
    const old = rows.map(row =>
      isRow('0')(row.attributes) ? { ...row, attributes: { ...row.attributes, attr2: 2 } } : row,
    )
    expect(await problemsOf(rowOf(writeArchive(old), '0'))).toEqual(['research.version'])
    const short = rows.map(row =>
      isRow('1')(row.attributes)
        ? { attributes: { ...row.attributes, attr1: 2 }, payload: row.payload.subarray(0, 2) }
        : row,
    )
    expect(await problemsOf(rowOf(writeArchive(short), '1'))).toEqual(['research.count states'])
    const cut = rows.map(row => (isRow('2')(row.attributes) ? { ...row, payload: row.payload.subarray(0, 11) } : row))
    expect(await problemsOf(rowOf(writeArchive(cut), '2'))).toContainEqual(expect.stringMatching(/^research\.cut/))
  })
  it('takes a longer text at the end, where no offset changes; a text without its end survives', () => {
    const layout = researchLayout('7', 0)
    const bytes = write(layout, { texts: ['WALL', ''] }).bytes
    expect([...bytes]).toEqual([0x57, 0x41, 0x4c, 0x4c, 0, 0])
    expect([...changed(layout, bytes, 'texts/1', 'X')]).toEqual([0x57, 0x41, 0x4c, 0x4c, 0, 0x58, 0])
    expect([...changed(layout, bytes, 'texts/0', 'GATE')]).toEqual([0x47, 0x41, 0x54, 0x45, 0, 0])
    expect(() => changed(layout, bytes, 'texts/0', 'WALLS')).toThrow('layout.referred-elsewhere')
    expect(() => changed(layout, bytes, 'texts/0', 'a\0b')).toThrow('layout.character')
    const open = Uint8Array.of(0x57, 0, 0x41)
    expect(brokenLaws(layout, open)).toEqual([])
    expect(locate(document(layout, open), 'texts/1')?.value).toEqual({ text: 'A', tail: '' })
  })
})

interface TreeTruth {
  readonly codes: readonly string[]
  readonly items: number
  readonly parts: number
  readonly prerequisites: number
}

describeReference('research tree of the reference files', () => {
  it('has the items, parts and prerequisites of the manifest', () => {
    const file = 'MISSIONS/SCRIPTS/data.trf'
    const { texts = {} } = truth as { texts?: Readonly<Record<string, TreeTruth>> }
    const rows = rowsOf(fixture(file))
    const table = (letter: string, name: string) => {
      const row = rows.find(({ attributes }) => isRow(letter)(attributes))
      return row && locate(document(layoutOf(row), row.bytes), name)
    }
    const codes = table('7', 'texts')
    expect({
      codes: Array.from({ length: codes?.childCount ?? 0 }, (_, at) => plainText(codes?.child(at).value)),
      items: table('0', 'items')?.childCount,
      parts: table('B', 'parts')?.childCount,
      prerequisites: table('3', 'items')?.childCount,
    }).toEqual(texts[file])
  })
})
