import type { SceneSizes, SurfaceItem } from '@areal-studio/core/format'
import type { useText } from '../../state/settings.store'
import { printed } from './item-fields'
import { neighboursOf, ringOf, type MapScene } from './map-scene'

/** Computed values of regions besides their own fields: they colour and filter, but cannot be painted. */
export const TOLD = ['area', 'neighbours', 'edited', 'problems'] as const
export type Told = (typeof TOLD)[number]
export const isTold = (field: string): field is Told => TOLD.some(one => one === field)

type States = { readonly edited: ReadonlySet<number>; readonly problems: ReadonlyMap<number, 'error' | 'warning'> }

/** One value per region: step of area, count of neighbours, 1 for edited, 1 for a warning and 2 for an error. */
export function toldValues(
  item: SurfaceItem,
  field: Told,
  { areas }: Pick<SceneSizes, 'areas'>,
  { edited, problems }: States,
): Uint32Array {
  const of: Record<Told, (record: number) => number> = {
    area: record => stepOf(areaOf(item, record), areas),
    neighbours: record => neighboursOf(item, record).length,
    edited: record => (edited.has(record) ? 1 : 0),
    problems: record => ({ error: 2, warning: 1, none: 0 })[problems.get(record) ?? 'none'],
  }
  return Uint32Array.from({ length: item.recordCount }, (_, record) => of[field](record))
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
  text.has(`ui.viewport.field.${field}`) ? text.say(`ui.viewport.field.${field}`) : field

/** A value of a field in words. */
export function valueWords(
  text: ReturnType<typeof useText>,
  map: Pick<MapScene, 'regions' | 'sizes'>,
  field: string,
  value: number,
): string {
  if (field === 'edited' || field === 'problems') return text.say(`ui.map-layers.${field}.${value}`)
  if (field !== 'area') return printed(map.regions, field, value)
  const end = map.sizes.areas[value]
  return end === undefined ? `≥ ${text.number(map.sizes.areas.at(-1) ?? 0)}` : `< ${text.number(end)}`
}
