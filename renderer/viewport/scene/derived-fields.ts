import type { SceneSizes, SurfaceItem } from '@areal-studio/core/format'
import type { useText } from '../../state/settings.store'
import { hexText } from '../../value/number-text'
import { measuredField } from '../../palette/palette'
import { printed } from './item-fields'
import { neighboursOf, ringOf, type MapScene } from './map-scene'

/** Computed values of regions besides their own fields: they colour and filter, but cannot be painted. */
export const TOLD = ['area', 'component', 'neighbours', 'sight', 'edited', 'problems'] as const
export type Told = (typeof TOLD)[number]
/** Those of an item: connected components only where it declares who may be entered, lines of sight only where it has them. */
export const toldOf = ({ passable, hasSight }: Pick<SurfaceItem, 'passable' | 'hasSight'>): readonly Told[] =>
  TOLD.filter(one => (one !== 'component' || passable !== undefined) && (one !== 'sight' || hasSight === true))
export const isTold = (field: string): field is Told => TOLD.some(one => one === field)

interface States {
  readonly edited: ReadonlySet<number>
  readonly problems: ReadonlyMap<number, 'error' | 'warning'>
  /** The present column `passable` of the item. */
  readonly passable: Uint32Array | undefined
  /** Lines of sight from the selection, as `sightFrom` returns them; undefined: none are known. */
  readonly sight?: Uint32Array | undefined
}

/** One value per region: step of area, count of neighbours, 1 for edited, 1 for a warning and 2 for an error. */
export function toldValues(
  item: SurfaceItem,
  field: Told,
  { areas }: Pick<SceneSizes, 'areas'>,
  { edited, problems, passable, sight }: States,
): Uint32Array {
  if (field === 'component') return components(item, passable)
  if (field === 'sight') return sight ?? new Uint32Array(item.recordCount)
  const of: Record<Exclude<Told, 'component' | 'sight'>, (record: number) => number> = {
    area: record => stepOf(areaOf(item, record), areas),
    neighbours: record => neighboursOf(item, record).length,
    edited: record => (edited.has(record) ? 1 : 0),
    problems: record => ({ error: 2, warning: 1, none: 0 })[problems.get(record) ?? 'none'],
  }
  return Uint32Array.from({ length: item.recordCount }, (_, record) => of[field](record))
}

/** Number of the connected component of each record, the largest is 1; 0 where nobody may enter. */
export function components(item: SurfaceItem, passable: Uint32Array | undefined): Uint32Array {
  const { links = new Int32Array(), linkStarts, recordCount } = item
  const found = new Uint32Array(recordCount)
  const sizes: number[] = [0]
  const queue = new Uint32Array(recordCount)
  for (let seed = 0; seed < recordCount; seed++) {
    if (found[seed] !== 0 || passable?.[seed] === 0) continue
    const own = sizes.length
    let end = 1
    found[(queue[0] = seed)] = own
    for (let at = 0; at < end; at++) {
      const record = queue[at] ?? 0
      for (let link = linkStarts?.[record] ?? 0; link < (linkStarts?.[record + 1] ?? 0); link++) {
        const other = links[link] ?? -1
        if (other < 0 || found[other] !== 0 || passable?.[other] === 0) continue
        found[other] = own
        queue[end++] = other
      }
    }
    sizes.push(end)
  }
  const order = sizes
    .map((_, own) => own)
    .sort((a, b) => Number(a > 0) - Number(b > 0) || (sizes[b] ?? 0) - (sizes[a] ?? 0))
  const numbers = new Uint32Array(sizes.length)
  order.forEach((own, number) => (numbers[own] = number))
  return found.map(own => numbers[own] ?? 0)
}

const stepOf = (area: number, areas: readonly number[]): number => {
  const step = areas.findIndex(end => area < end)
  return step < 0 ? areas.length : step
}

/** Area of a region in the ground plane. */
export function areaOf(item: SurfaceItem, record: number): number {
  const ring = ringOf(item, record)
  const twice = ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2
}

/** Name of a field for the user; that of the format where the catalogue has none. */
export const fieldWords = (text: Pick<ReturnType<typeof useText>, 'has' | 'say'>, field: string): string =>
  text.has(`ui.viewport.field.${field}`) ? text.say(`ui.viewport.field.${field}`) : (measuredField(field) ?? field)

/** Names of the values of a field, with the words of the catalogue for those that it has: a value may mean that there is none. */
export const namesInWords = (
  text: Pick<ReturnType<typeof useText>, 'has' | 'say'>,
  field: string,
  names: Readonly<Record<number, string>>,
): Readonly<Record<number, string>> =>
  Object.fromEntries(
    Object.entries(names).map(([value, name]) => {
      const key = `ui.viewport.value.${field}.${value}`
      return [value, text.has(key) ? text.say(key) : name]
    }),
  )

/** What values are worded by. */
export interface Worded extends Pick<MapScene, 'regions' | 'sizes'> {
  /** Hexadecimal digits of the values of placed records, as the form shows them; absent: decimal. */
  readonly hexDigits?: number | undefined
}

/** A value of a field in words. */
export function valueWords(text: ReturnType<typeof useText>, map: Worded, field: string, value: number): string {
  // Steps are counted from 1; their names are the ranges.
  if (measuredField(field) !== undefined) return value < 0 ? '–' : String(value + 1)
  const key = `ui.map-layers.${field}.${value}`
  if (field !== 'area' && text.has(key)) return text.say(key)
  if (map.hexDigits !== undefined) return hexText(value, map.hexDigits)
  if (field !== 'area') return printed(map.regions, field, value)
  const end = map.sizes.areas[value]
  return end === undefined ? `≥ ${text.number(map.sizes.areas.at(-1) ?? 0)}` : `< ${text.number(end)}`
}
