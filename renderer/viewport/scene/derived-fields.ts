import type { SurfaceItem } from '@areal-studio/core/format'
import type { useText } from '../../state/settings.store'
import { neighboursOf, ringOf } from './map-scene'

/** What is told of areals besides their own fields: it colours and filters them, but cannot be painted. */
export const TOLD = ['area', 'neighbours', 'edited', 'problems'] as const
export type Told = (typeof TOLD)[number]
export const isTold = (field: string): field is Told => TOLD.some(one => one === field)

/** Upper ends of the steps of area, square units in the ground plane; what is larger makes the last step. */
const AREA_STEPS = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000]

type States = { readonly edited: ReadonlySet<number>; readonly problems: ReadonlyMap<number, 'error' | 'warning'> }

/** One value per areal: step of area, count of neighbours, 1 for edited, 1 for a warning and 2 for an error. */
export function toldValues(item: SurfaceItem, field: Told, { edited, problems }: States): Uint32Array {
  const of: Record<Told, (record: number) => number> = {
    area: record => stepOf(areaOf(item, record)),
    neighbours: record => neighboursOf(item, record).length,
    edited: record => (edited.has(record) ? 1 : 0),
    problems: record => ({ error: 2, warning: 1, none: 0 })[problems.get(record) ?? 'none'],
  }
  return Uint32Array.from({ length: item.recordCount }, (_, record) => of[field](record))
}

const stepOf = (area: number): number => {
  const step = AREA_STEPS.findIndex(end => area < end)
  return step < 0 ? AREA_STEPS.length : step
}

/** Area of an areal in the ground plane. */
export function areaOf(item: SurfaceItem, record: number): number {
  const ring = ringOf(item, record)
  const twice = ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2
}

/** A value of a field in words. */
export function valueWords(text: ReturnType<typeof useText>, field: string, value: number): string {
  if (field === 'logic_flag') return `0x${value.toString(16).toUpperCase()}`
  if (field === 'edited' || field === 'problems') return text.say(`ui.map-layers.${field}.${value}`)
  if (field !== 'area') return String(value)
  const end = AREA_STEPS[value]
  return end === undefined ? `≥ ${text.number(AREA_STEPS.at(-1) ?? 0)}` : `< ${text.number(end)}`
}
