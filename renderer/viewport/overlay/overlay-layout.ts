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
