import type { Opened } from '../../../format'
import { own, read, strideOf, type Bytes, type Document } from '../../../layout'
import { numberOf, placeOf, records } from '../../../format/fields'
import { hasType, typeIdOf } from '../nres/directory'
import type { Report } from '../../../format/report'
import { RESEARCH_VERSION, ResearchItem, ResearchPart, researchLayout } from './research'

const ITEM_SIZE = strideOf(ResearchItem)

/** The row beside it whose type ends with that letter. */
const rowBeside = (entry: Opened, letter: string): Promise<Opened | undefined> =>
  entry.sibling(hasType(typeIdOf(`TRF${letter}`)))

/** Items of the tree; undefined where their row is missing. */
async function itemCount(entry: Opened): Promise<number | undefined> {
  const items = await rowBeside(entry, '0')
  return items && Math.floor(items.size / ITEM_SIZE)
}

/** The numbers of a row of counts or of item numbers, as many as are there whole. */
function numbersIn(row: Opened | undefined, letter: string): readonly number[] {
  if (!row) return []
  const layout = researchLayout(letter, Math.floor(row.size / 4))
  return Object.values(read(layout, row.bytes.subarray(0, row.size - (row.size % 4))) as object)[0] as readonly number[]
}

/** Whether a text of the row begins at that byte. */
const beginsAt = (bytes: Bytes, offset: number): boolean =>
  offset === 0 ? bytes.length > 0 : offset < bytes.length && bytes[offset - 1] === 0

type Rule = (opened: Document, entry: Opened, report: Report) => Promise<void>

/** Texts of an item, with the letter of the row that holds them. */
const TEXTS = { code: '7', name: '8', description: '9', panel: 'A' } as const

/** The version is the game's; texts and parts of every item are there (parkan 9.10). */
const checkItems: Rule = async (opened, entry, report) => {
  const version = Number(entry.attributes['attr2'])
  if (version !== RESEARCH_VERSION)
    report.error('research.version', { version, right: RESEARCH_VERSION }, { range: [0, 0] })
  const items = records(opened, 'items')
  for (const [field, letter] of Object.entries(TEXTS)) {
    const row = await rowBeside(entry, letter)
    if (!row) continue
    for (const item of items) {
      const offset = numberOf(item, field)
      if (!beginsAt(row.bytes, offset))
        report.warning('research.text', { item: item.name, field, offset }, placeOf(item, field))
    }
  }
  const parts = await rowBeside(entry, 'B')
  if (!parts) return
  for (const item of items) {
    const offset = numberOf(item, 'parts')
    if (offset % strideOf(ResearchPart) !== 0 || offset > parts.size)
      report.warning('research.part', { item: item.name, offset }, placeOf(item, 'parts'))
  }
}

/** A state or a count for every item (parkan 9.10). */
function checkLength(opened: Document, array: string, count: number | undefined, report: Report): void {
  const found = records(opened, array).length
  if (count !== undefined && found !== count)
    report.error('research.count', { found, right: count }, placeOf(opened.root, array))
}

/** Counts add up to the numbers in the row behind theirs (parkan 9.10). */
const checkCounts =
  (letter: CountLetter): Rule =>
  async (opened, entry, report) => {
    checkLength(opened, 'counts', await itemCount(entry), report)
    const { counted, listed } = await linksOf(entry, letter)
    if (counted !== listed) report.error('research.links', { counted, listed }, placeOf(opened.root, 'counts'))
  }

/** Rows of counts: prerequisites and unlocks; the numbers follow in the next row. */
type CountLetter = '2' | '4'
const LIST_OF = { '2': '3', '4': '5' } as const

interface Links {
  /** Numbers that the counts promise, and those that are there. */
  readonly counted: number
  readonly listed: number
  readonly pairs: readonly (readonly [item: number, other: number])[]
}

/** The lists of a row of counts and the row of numbers behind it; each is empty where its row is missing. */
async function linksOf(entry: Opened, letter: CountLetter): Promise<Links> {
  const counts = numbersIn(await rowBeside(entry, letter), letter)
  const list = numbersIn(await rowBeside(entry, LIST_OF[letter]), LIST_OF[letter])
  const pairs: [number, number][] = []
  let at = 0
  counts.forEach((count, item) => {
    for (const other of list.slice(at, at + count)) pairs.push([item, other])
    at += count
  })
  return { counted: at, listed: list.length, pairs }
}

/**
 * Every number names an item, and unlocks mirror prerequisites: what needs an item is what that item unlocks. One source
 * only for the mirror, so a warning (parkan 9.10).
 */
const checkNumbers =
  (letter: CountLetter): Rule =>
  async (opened, entry, report) => {
    const count = await itemCount(entry)
    const links = await linksOf(entry, letter)
    const other = await linksOf(entry, letter === '2' ? '4' : '2')
    const isPaired = links.counted === links.listed && other.counted === other.listed
    const mirrored = new Set(other.pairs.map(([item, linked]) => `${linked} ${item}`))
    records(opened, 'items').forEach((node, at) => {
      const named = Number(node.value)
      const place = { path: node.path, range: [node.offset, node.size] } as const
      const [item] = links.pairs[at] ?? [0]
      if (count !== undefined && named >= count) report.error('research.item', { item: named, count }, place)
      else if (isPaired && !mirrored.has(`${item} ${named}`))
        report.warning('research.transpose', { item, other: named }, place)
    })
  }

/** Every part has a name and belongs to an item (parkan 9.10). */
const checkParts: Rule = async (opened, entry, report) => {
  const count = await itemCount(entry)
  const names = await rowBeside(entry, '6')
  for (const part of records(opened, 'parts')) {
    const [offset, item] = [numberOf(part, 'offset'), numberOf(part, 'item')]
    if (count !== undefined && item >= count) report.error('research.item', { item, count }, placeOf(part, 'item'))
    if (names && !beginsAt(names.bytes, offset))
      report.warning('research.text', { item: part.name, field: 'offset', offset }, placeOf(part, 'offset'))
  }
}

const RULES: Readonly<Record<string, Rule>> = {
  '0': checkItems,
  '1': async (opened, entry, report) => checkLength(opened, 'states', await itemCount(entry), report),
  '2': checkCounts('2'),
  '3': checkNumbers('2'),
  '4': checkCounts('4'),
  '5': checkNumbers('4'),
  B: checkParts,
}

/** Checks a row whose layout explains it whole. */
export const checkRow = async (letter: string, opened: Document, entry: Opened, report: Report): Promise<void> =>
  own(RULES, letter)?.(opened, entry, report)
