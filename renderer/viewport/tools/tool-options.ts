import { reactive, watch } from 'vue'
import type { FillRule, SurfaceItem } from '@areal-studio/core/format'
import { remember, remembered } from '../../state/remembered'
import type { Bits } from '../geometry/brush'
import { fieldPainted } from '../scene/item-fields'
import { firstGroundOptions, type GroundOptions } from './ground-options'

/** What a fill must not cross. Numbers that are null do not stop it. */
export interface FillStop {
  /** The first field that is painted as a number or a choice, and the first that is painted as bits; the names are those of the settings. */
  sameClass: boolean
  sameFlag: boolean
  /** Degrees. */
  slopeBelow: number | null
  /** Square units. */
  areaBelow: number | null
}

export interface ToolOptions {
  /** World units; 0: one region. */
  radius: number
  /** The value painted into each field. */
  readonly values: Record<string, number>
  readonly stop: FillStop
  /** Flags of regions that the route probe does not enter. */
  forbidden: number
  /** How flags are painted: as a number, or only the bits of it. */
  bits: Bits
  readonly shape: ShapeOptions
  readonly move: MoveOptions
  readonly ground: GroundOptions
}

/** How corners move. */
export interface ShapeOptions {
  /** Corners of neighbours at the same place move along. */
  together: boolean
  snap: (typeof SNAPS)[number]
  /** World units. */
  grid: number
}
/** How placed records are moved. */
export interface MoveOptions {
  /** It is put on the ground below its new place. */
  isOnGround: boolean
}
export const SNAPS = ['none', 'ground', 'grid', 'corner'] as const

const KEPT = 'map-tools'

/** The rule of a fill over records of an item. */
export const ruleOf = (
  { sameClass, sameFlag, slopeBelow, areaBelow }: FillStop,
  item: Pick<SurfaceItem, 'paint'> | undefined,
): FillRule => ({
  same: [
    sameClass && (fieldPainted(item, 'value') ?? fieldPainted(item, 'choice')),
    sameFlag && fieldPainted(item, 'bits'),
  ].filter(field => typeof field === 'string'),
  ...(slopeBelow !== null && { slopeBelow }),
  ...(areaBelow !== null && { areaBelow }),
})

/** The options of the last start, or the first ones. */
export function toolOptions(): ToolOptions {
  const found = fieldsOf(remembered(KEPT))
  const values = fieldsOf(found['values'])
  const stop = fieldsOf(found['stop'])
  const options: ToolOptions = reactive({
    radius: numberOr(found['radius'], 0),
    values: Object.fromEntries(
      Object.entries(values).flatMap(([field, kept]) => (numberOr(kept, null) === null ? [] : [[field, Number(kept)]])),
    ),
    forbidden: numberOr(found['forbidden'], 0),
    bits: 'replace',
    shape: { together: true, snap: 'none', grid: 10 },
    move: { isOnGround: true },
    ground: firstGroundOptions(),
    stop: {
      sameClass: stop['sameClass'] !== false,
      sameFlag: stop['sameFlag'] === true,
      slopeBelow: numberOr(stop['slopeBelow'], null),
      areaBelow: numberOr(stop['areaBelow'], null),
    },
  })
  watch(options, () => remember(KEPT, options), { deep: true })
  return options
}

const fieldsOf = (kept: unknown): Record<string, unknown> =>
  typeof kept === 'object' && kept !== null ? { ...kept } : {}
const numberOr = <T>(kept: unknown, other: T): number | T =>
  typeof kept === 'number' && kept >= 0 && Number.isFinite(kept) ? kept : other
