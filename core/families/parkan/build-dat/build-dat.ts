import type { Bytes } from '../../../layout'
import type { Report } from '../../../format/report'
import { linePlace, textLines, type TextLine } from '../text-lines'

/** Categories in the order of the game's file, with the scheme mask that the game gives each (parkan 5). */
const CATEGORIES: readonly (readonly [name: string, mask: number])[] = [
  ['Bunker_Small', 0x80010000],
  ['Bunker_Medium', 0x80020000],
  ['Bunker_Large', 0x80040000],
  ['Generator', 0x80000002],
  ['Mine', 0x80000004],
  ['Storage', 0x80000008],
  ['Plant', 0x80000010],
  ['Hangar', 0x80000040],
  ['MainTeleport', 0x80000200],
  ['Institute', 0x80000400],
  ['Tower_Medium', 0x80100000],
  ['Tower_Large', 0x80200000],
]

interface BuildSection {
  readonly category: string
  readonly count: number
  readonly paths: readonly { readonly path: string; readonly line: TextLine }[]
  readonly line: TextLine
}

const HEADER = /^\s*(\S+)\s+(\d+)\s*$/
const PATH = /^\s*"([A-Za-z0-9_./\\-]+)"\s*$/
const isBetween = (line: TextLine): boolean => /^\s*(?:\/\/.*)?$/.test(line.text)

/** Reads the sections that can be read; with a report, reports the faults. */
export function readBuildDat(bytes: Bytes, report?: Report): BuildSection[] {
  const lines = textLines(bytes)
  const sections: BuildSection[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]
    if (!line) break
    at++
    if (isBetween(line)) continue
    const [, category, count] = HEADER.exec(line.text) ?? []
    if (category !== undefined && count !== undefined) {
      const section = readSection(lines, at, category, Number(count), line, report)
      at += section.paths.length
      sections.push(section)
    } else if (PATH.test(line.text)) {
      const open = sections.at(-1)
      report?.error(
        'build-dat.path-left-over',
        { line: line.number + 1, category: open?.category ?? '' },
        linePlace(line),
      )
    } else if (/["\\/]/.test(line.text))
      report?.error('build-dat.path-unquoted', { line: line.number + 1 }, linePlace(line))
    else report?.error('build-dat.header', { line: line.number + 1 }, linePlace(line))
  }
  if (report) checkSections(sections, report)
  return sections
}

function readSection(
  lines: readonly TextLine[],
  from: number,
  category: string,
  count: number,
  head: TextLine,
  report?: Report,
): BuildSection {
  const paths: { path: string; line: TextLine }[] = []
  while (paths.length < count) {
    const line = lines[from + paths.length]
    const path = line && PATH.exec(line.text)?.[1]
    if (line && path !== undefined) {
      paths.push({ path, line })
      continue
    }
    const isPath = line !== undefined && !isBetween(line) && !HEADER.test(line.text)
    if (!isPath) report?.error('build-dat.count', { category, promised: count, found: paths.length }, linePlace(head))
    break
  }
  return { category, count, paths, line: head }
}

function checkSections(sections: readonly BuildSection[], report: Report): void {
  const known = CATEGORIES.map(([name]) => name)
  const seen = new Set<string>()
  let isClean = true
  for (const { category, line } of sections) {
    const isKnown = known.includes(category)
    if (!isKnown)
      report.error(
        'build-dat.category-unknown',
        { category, line: line.number + 1, known: known.join(', ') },
        linePlace(line),
      )
    else if (seen.has(category))
      report.error('build-dat.category-repeated', { category, line: line.number + 1 }, linePlace(line))
    else {
      seen.add(category)
      continue
    }
    isClean = false
  }
  const isInOrder = sections.length === known.length && sections.every((section, i) => section.category === known[i])
  if (isClean && !isInOrder) {
    const first = sections.find((section, i) => section.category !== known[i]) ?? sections.at(-1)
    report.warning('build-dat.order', { n: sections.length }, first ? linePlace(first.line) : { range: [0, 0] })
  }
}
