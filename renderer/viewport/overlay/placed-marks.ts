import type { LinesItem, PlacedItem } from '@areal-studio/core/format'
import { styleOf } from '../../palette/palette'
import type { Vec } from '../camera/camera'
import { isSamePlaced, linePoints, placeOf, reachOf, spheresOf, type PlacedRecord } from '../scene/placed-scene'
import type { ToolMark } from '../tools/tool'

interface Shown {
  readonly items: readonly PlacedItem[]
  readonly chosen: readonly PlacedRecord[]
  readonly hovered: PlacedRecord | undefined
  isHidden(one: PlacedRecord): boolean
  heightAt(x: number, y: number): number | undefined
  readonly flags: Flags
}

/** What objects are coloured by, and the letters of its values: each that has one has a flag. */
export interface Flags {
  readonly values: ArrayLike<number> | undefined
  readonly letters: Readonly<Record<number, string>>
  readonly field: string
}

/** Corners of a circle. */
const CORNERS = 40
/** Number of selected records, counted from the last, that have a circle. */
const MOST_CIRCLED = 24
/** Number of selected records, counted from the last, that are looked for among lines and points. */
const MOST_MARKED = 200
/** Number of objects that have flags and rings; where more would have them they hide each other, and a frame takes long. */
const MOST_FLAGS = 100

/**
 * Points and circles of placed records, and of the selected lines their corners, drawn over hills; a circle around each
 * selected object, and the name of the last one. The other lines are a layer of the scene.
 */
export function placedMarks(shown: Shown): readonly ToolMark[] {
  const marked = [...shown.chosen.slice(-MOST_MARKED), ...(shown.hovered ? [shown.hovered] : [])]
  const isMarked = (one: PlacedRecord): boolean => marked.some(other => isSamePlaced(one, other))
  const marksOf = (item: PlacedItem): readonly ToolMark[] => {
    if (item.kind === 'instances') return flagMarks(item, shown)
    if (item.kind === 'lines') {
      const own = marked.flatMap(one => (isSamePlaced({ item, record: one.record }, one) ? [one.record] : []))
      return [...new Set(own)].flatMap(record => (shown.isHidden({ item, record }) ? [] : lineMarks(item, record)))
    }
    return Array.from({ length: item.recordCount }, (_, record) => ({ item, record })).flatMap(one =>
      shown.isHidden(one) ? [] : pointMarks(item, one, isMarked(one), shown),
    )
  }
  const circleOf = (one: PlacedRecord): readonly ToolMark[] => {
    const item = shown.items.find(other => other.id === one.item.id)
    const now = item && { item, record: one.record }
    const isCircled = now && item.kind === 'instances' && !shown.isHidden(now)
    // The reach of the stored record is cached, and moving does not change it.
    if (!isCircled) return []
    const names = one === shown.chosen.at(-1) ? [nameMark(one, placeOf(now))] : []
    return [circle(placeOf(now), reachOf(one), shown, 'plain'), ...names]
  }
  return [...shown.items.flatMap(marksOf), ...shown.chosen.slice(-MOST_CIRCLED).flatMap(circleOf)]
}

/** Number and name of a selected object, over its model. */
function nameMark({ item, record }: PlacedRecord, [x, y, z]: Vec): ToolMark {
  const stored = placeOf({ item, record })
  const spheres = item.kind === 'instances' ? spheresOf(item, record) : []
  const height = Math.max(0, ...spheres.map(({ middle, radius }) => middle[2] + radius - stored[2]))
  return { kind: 'label', at: [x, y, z + height], words: `${record} ${item.labels?.[record] ?? ''}`.trim(), rank: 0 }
}

/** Shown objects whose value has a letter; none of too many. */
export function flaggedRecords(
  { recordCount }: Pick<PlacedItem, 'recordCount'>,
  { values, letters }: Flags,
  isHidden: (record: number) => boolean,
): readonly number[] {
  const found: number[] = []
  if (!values || Object.keys(letters).length === 0) return found
  for (let record = 0; record < recordCount; record++) {
    if (letters[values[record] ?? -1] === undefined || isHidden(record)) continue
    if (found.length === MOST_FLAGS) return []
    found.push(record)
  }
  return found
}

/** Flags of objects, so that their value is seen without its colour. */
const flagMarks = (item: PlacedItem, { flags, isHidden }: Shown): readonly ToolMark[] =>
  flaggedRecords(item, flags, record => isHidden({ item, record })).map(record => {
    const value = flags.values?.[record] ?? -1
    const rgb = styleOf(value, flags.field).rgb
    return { kind: 'flag', at: placeOf({ item, record }), letter: flags.letters[value] ?? '', rgb }
  })

function lineMarks(item: LinesItem, record: number): readonly ToolMark[] {
  return linePoints(item, record).flatMap((points): ToolMark[] => [
    { kind: 'path', points, isClosed: item.isClosed, tone: 'strong' },
    ...points.map((at): ToolMark => ({ kind: 'dot', at, tone: 'strong' })),
  ])
}

function pointMarks(
  item: Extract<PlacedItem, { kind: 'points' }>,
  one: PlacedRecord,
  isMarked: boolean,
  shown: Shown,
): readonly ToolMark[] {
  const tone = isMarked ? 'strong' : 'plain'
  const at = groundPlace(item, one.record, shown)
  const label = item.labels?.[one.record]
  return [
    ...(item.radii ?? []).map(radius => circle(at, radius[one.record] ?? 0, shown, tone)),
    { kind: 'dot', at, tone },
    ...(label === undefined || label === ''
      ? []
      : [{ kind: 'label', at, words: label, rank: isMarked ? 0 : 1 } as const]),
  ]
}

/** Place of a record; points without a stored height are put on the ground. */
export function groundPlace(item: PlacedItem, record: number, { heightAt }: Pick<Shown, 'heightAt'>): Vec {
  const [x, y, z] = placeOf({ item, record })
  const isFlat = item.kind === 'points' && item.placing?.position.length === 2
  return [x, y, isFlat ? (heightAt(x, y) ?? z) : z]
}

const circle = (at: Vec, radius: number, { heightAt }: Shown, tone: 'plain' | 'strong'): ToolMark => ({
  kind: 'path',
  points: groundCircle(at, radius, heightAt),
  isClosed: true,
  tone,
})

/** Corners of a circle that lies on the ground. */
export const groundCircle = ([x, y, z]: Vec, radius: number, heightAt: Shown['heightAt']): readonly Vec[] =>
  Array.from({ length: CORNERS }, (_, k): Vec => {
    const turn = (2 * Math.PI * k) / CORNERS
    const [px, py] = [x + radius * Math.cos(turn), y + radius * Math.sin(turn)]
    return [px, py, heightAt(px, py) ?? z]
  })
