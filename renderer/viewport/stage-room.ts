/** What lies over the map in its corners, in the order in which it is wanted where there is no room for all. */
export const STAGE_PARTS = ['legend', 'facts', 'compass', 'buttons', 'mini'] as const
export type StagePart = typeof STAGE_PARTS[number]

interface Room {
  readonly width: number
  readonly height: number
}
export interface Box extends Room {
  readonly left: number
  readonly top: number
}

/** Pixels; the legend with its three rows. */
const EDGE = 12
const GAP = 4
const FACTS = { width: 160, height: 42 }
const LEGEND = { width: 160, open: 110, folded: 30 }
const COMPASS = 80
const BUTTONS = { width: 30, height: 114, under: 8 }
const MINI = 122

/** Where each part lies in a stage; `gizmo` times the compass as large as usual. */
function boxes({ width, height }: Room, gizmo: number, isLegendOpen: boolean): Readonly<Record<StagePart, Box>> {
  const legend = isLegendOpen ? LEGEND.open : LEGEND.folded
  const compass = COMPASS * gizmo
  const right = (wide: number): number => width - EDGE - wide
  return {
    legend: { left: EDGE, top: height - EDGE - legend, width: LEGEND.width, height: legend },
    facts: { left: EDGE, top: EDGE, ...FACTS },
    compass: { left: right(compass), top: EDGE, width: compass, height: compass },
    buttons: { left: right(BUTTONS.width), top: EDGE + compass + BUTTONS.under, width: BUTTONS.width, height: BUTTONS.height },
    mini: { left: right(MINI), top: height - EDGE - MINI, width: MINI, height: MINI },
  }
}

const isInside = (box: Box, { width, height }: Room): boolean =>
  box.left >= EDGE && box.top >= EDGE && box.left + box.width <= width - EDGE && box.top + box.height <= height - EDGE
const isApart = (a: Box, b: Box): boolean =>
  a.left + a.width + GAP <= b.left || b.left + b.width + GAP <= a.left || a.top + a.height + GAP <= b.top || b.top + b.height + GAP <= a.top

/** The parts that a stage has room for, with their places: none covers another. */
export function partsSeen(stage: Room, gizmo: number, isLegendOpen: boolean): ReadonlyMap<StagePart, Box> {
  const seen = new Map<StagePart, Box>()
  const all = boxes(stage, gizmo, isLegendOpen)
  for (const part of STAGE_PARTS) {
    const box = all[part]
    if (isInside(box, stage) && [...seen.values()].every(other => isApart(box, other))) seen.set(part, box)
  }
  return seen
}
