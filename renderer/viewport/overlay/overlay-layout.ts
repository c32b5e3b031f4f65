import type { Insets } from '../camera/camera'

export interface Room {
  readonly width: number
  readonly height: number
}
export interface Box extends Room {
  readonly left: number
  readonly top: number
}

/**
 * What is drawn at the sides of the map, by priority where there is no room for all. The panel of the active tool,
 * with a preview of what it will do, is always visible, in the place of the facts.
 */
export const STAGE_PARTS = ['tool', 'legend', 'facts', 'compass', 'buttons', 'mini'] as const
export type StagePart = (typeof STAGE_PARTS)[number]

/** A stage, and how large the words in it came out in its language. */
export interface Stage {
  readonly size: Room
  /** Times the compass is as large as usual. */
  readonly gizmo: number
  readonly legend: Room
  readonly facts: Room | undefined
  /** The panel of the active tool. */
  readonly tool: Room | undefined
}

/** Pixels. */
const EDGE = 12
const GAP = 4
const COMPASS = 80
const BUTTONS = { width: 30, height: 114, under: 8 }
const MINI = 122
/** Of facts that are not measured yet. */
const FACTS_HEIGHT = 42
/** A narrower panel of a tool has no room for a row of its fields. */
const TOOL_ROOM = 280
/** On a smaller stage the legend is folded until the user opens it, and an overview map would cover the map. */
const ROOMY = { width: 420, height: 240 }

export const isRoomy = ({ width, height }: Room): boolean => width >= ROOMY.width && height >= ROOMY.height

/** How far the panel of a tool must stay from the right side, so that the compass has its corner; none where both have no room. */
export const roomOfCompass = ({ width }: Room, gizmo: number): number =>
  width - 3 * EDGE - COMPASS * gizmo >= TOOL_ROOM ? EDGE + COMPASS * gizmo : 0

const at = (left: number, top: number, { width, height }: Room): Box => ({ left, top, width, height })

/** Rectangle of each part in its stage. */
function boxes({ size, gizmo, legend, facts, tool }: Stage): Partial<Record<StagePart, Box>> {
  const { width, height } = size
  const compass = COMPASS * gizmo
  const right = (wide: number): number => width - EDGE - wide
  return {
    ...(tool && { tool: at(EDGE, EDGE, tool) }),
    ...(facts && !tool && { facts: at(EDGE, EDGE, facts) }),
    legend: at(EDGE, height - EDGE - legend.height, legend),
    compass: { left: right(compass), top: EDGE, width: compass, height: compass },
    buttons: {
      left: right(BUTTONS.width),
      top: EDGE + compass + BUTTONS.under,
      width: BUTTONS.width,
      height: BUTTONS.height,
    },
    ...(isRoomy(size) && { mini: { left: right(MINI), top: height - EDGE - MINI, width: MINI, height: MINI } }),
  }
}

const isInside = (box: Box, { width, height }: Room): boolean =>
  box.left >= EDGE && box.top >= EDGE && box.left + box.width <= width - EDGE && box.top + box.height <= height - EDGE
const isApart = (a: Box, b: Box): boolean =>
  a.left + a.width + GAP <= b.left ||
  b.left + b.width + GAP <= a.left ||
  a.top + a.height + GAP <= b.top ||
  b.top + b.height + GAP <= a.top

/** The parts that a stage has room for, with their places: none covers another. */
export function partsSeen(stage: Stage): ReadonlyMap<StagePart, Box> {
  const seen = new Map<StagePart, Box>()
  const all = boxes(stage)
  for (const part of STAGE_PARTS) {
    const box = all[part]
    if (box && (part === 'tool' || isInside(box, stage.size)) && [...seen.values()].every(other => isApart(box, other)))
      seen.set(part, box)
  }
  return seen
}

/** Room beside a panel, beside a legend when it is open, and at a free side. */
const BESIDE = 8
const LEGEND_ROOM = 190
const SIDE = 16
/** A wider corner holds several legends side by side. */
const ONE_LEGEND = 220

/** Room for legends: beside the overview map, and below the facts or the panel of a tool. */
export function roomOfLegends({ width, height }: Room, tool: Box | undefined, facts: Room | undefined): Room {
  const top = tool ? tool.top + tool.height + GAP : EDGE + Math.max(FACTS_HEIGHT, facts?.height ?? 0) + GAP
  return { width: width - 2 * EDGE - MINI - GAP, height: height - EDGE - top }
}

/**
 * Pixels at the sides of a stage that its parts cover. The panel of a tool takes the top or the left side and several
 * legends the bottom or the left side, so that the larger part of the stage stays free.
 */
export function insetsOf(size: Room, parts: ReadonlyMap<StagePart, Box>, isLegendOpen: boolean): Insets {
  const [tool, legend] = [parts.get('tool'), isLegendOpen ? parts.get('legend') : undefined]
  const bare: Insets = {
    top: SIDE,
    bottom: SIDE,
    right: parts.has('mini') ? MINI + 20 : parts.has('buttons') ? BUTTONS.width + 20 : SIDE,
    left: legend && legend.width <= ONE_LEGEND ? LEGEND_ROOM : SIDE,
  }
  const besideLegend =
    legend && legend.width > ONE_LEGEND
      ? freer(size, { ...bare, left: rightOf(legend) }, { ...bare, bottom: size.height - legend.top + BESIDE })
      : bare
  if (!tool || tool.width === 0 || tool.height === 0) return besideLegend
  const left = Math.max(besideLegend.left, rightOf(tool))
  return freer(size, { ...besideLegend, top: tool.top + tool.height + BESIDE }, { ...besideLegend, left })
}

const rightOf = ({ left, width }: Box): number => left + width + BESIDE

/** Which of two insets leaves more; the first where both leave the same. */
function freer({ width, height }: Room, one: Insets, other: Insets): Insets {
  const free = ({ top, bottom, left, right }: Insets): number =>
    Math.max(0, width - left - right) * Math.max(0, height - top - bottom)
  return free(other) > free(one) ? other : one
}

/** A tag further from what it names would be taken for the name of something else. */
const TAG_REACH = 120
/** Between a tag and what it names. */
const TAG_GAP = 14

/**
 * Place of the tag of `named`: over it or, where something is in the way, as near beside it as possible. Undefined
 * where all places near by are taken.
 */
export function tagPlace(size: Room, tag: Room, named: Box, taken: readonly Box[]): Box | undefined {
  const inside = (value: number, room: number): number => Math.round(Math.min(Math.max(value, EDGE), room - EDGE))
  const wish = {
    left: inside(named.left + named.width / 2 - tag.width / 2, size.width - tag.width),
    top: inside(named.top - tag.height - TAG_GAP, size.height - tag.height),
  }
  const lefts = [wish.left, ...taken.flatMap(box => [box.left - tag.width - GAP, box.left + box.width + GAP])]
  const tops = [
    wish.top,
    named.top + named.height + TAG_GAP,
    ...taken.flatMap(box => [box.top - tag.height - GAP, box.top + box.height + GAP]),
  ]
  const far = (box: Box): number => Math.hypot(box.left - wish.left, box.top - wish.top)
  const free = tops
    .flatMap(top => lefts.map(left => ({ ...tag, left: Math.round(left), top: Math.round(top) })))
    .filter(
      box => far(box) <= TAG_REACH + named.height && isInside(box, size) && taken.every(other => isApart(box, other)),
    )
  return free.sort((a, b) => Number(isApart(b, named)) - Number(isApart(a, named)) || far(a) - far(b))[0]
}

/** Free room at the sides of a model, beside or below the card at its top left, whichever leaves more; the compass is at the right. */
export function insetsBeside({ width, height }: Room, card: Room): Insets {
  const around = { top: 2 * EDGE, bottom: 2 * EDGE, left: 2 * EDGE, right: 64 }
  const [aside, below] = [EDGE + card.width + GAP, EDGE + card.height + GAP]
  const areaOf = (left: number, top: number): number =>
    Math.max(0, width - left - around.right) * Math.max(0, height - top - around.bottom)
  return areaOf(aside, around.top) > areaOf(around.left, below)
    ? { ...around, left: Math.max(around.left, aside) }
    : { ...around, top: Math.max(around.top, below) }
}
