import type { BrokenRegion, Problem, SurfaceItem } from '@areal-studio/core/format'
import type { Vec } from '../camera/camera'
import { anchorOf, recordOfPath, ringOf, type MapScene } from '../scene/map-scene'
import { middleOfFace } from '../tools/ground-scene'
import type { ToolMark } from '../tools/tool'

/** One place of the map where something is wrong. */
export interface Fault {
  readonly kind: 'region' | 'face'
  readonly record: number
  readonly at: Vec
  readonly problems: readonly Problem[]
  /** What is wrong with its outline; undefined where nothing is. */
  readonly broken: BrokenRegion['fault'] | undefined
}

/** More faces than this are not marked. */
export const MOST_FACES = 300

/** Problems of a map: those of its records above the level of information, and invalid outlines. */
export function faultsOf(
  map: Pick<MapScene, 'regions' | 'terrain'>,
  problems: readonly Problem[],
  broken: readonly BrokenRegion[],
): readonly Fault[] {
  const byRegion = byRecord(map.regions, problems)
  const outlines = new Map(broken.map(({ record, fault }) => [record, fault]))
  const regions = [...new Set([...byRegion.keys(), ...outlines.keys()])].flatMap((record): Fault[] => {
    const at = map.regions && anchorOf(map.regions, record)
    return at
      ? [{ kind: 'region', record, at, problems: byRegion.get(record) ?? [], broken: outlines.get(record) }]
      : []
  })
  return [...regions, ...faceFaults(map.terrain, problems)]
}

function faceFaults(item: SurfaceItem | undefined, problems: readonly Problem[]): readonly Fault[] {
  const byFace = byRecord(item, problems)
  if (!item || byFace.size === 0) return []
  const found: Fault[] = []
  for (let t = 0; t < item.records.length && found.length < MOST_FACES; t++) {
    const record = item.records[t] ?? -1
    const ofFace = byFace.get(record)
    if (ofFace) found.push({ kind: 'face', record, at: middleOfFace(item, t), problems: ofFace, broken: undefined })
  }
  return found
}

function byRecord(item: SurfaceItem | undefined, problems: readonly Problem[]): ReadonlyMap<number, Problem[]> {
  const found = new Map<number, Problem[]>()
  for (const problem of problems) {
    if (!item || problem.entry !== item.entry || problem.severity === 'info') continue
    const record = recordOfPath(problem.path ?? null, item.array)
    const known = record === undefined ? undefined : found.get(record)
    if (known) known.push(problem)
    else if (record !== undefined) found.set(record, [problem])
  }
  return found
}

/** Draws invalid outlines in red, and a dot on faces. Regions with problems are marked with the map. */
export function faultMarks(item: SurfaceItem | undefined, faults: readonly Fault[]): readonly ToolMark[] {
  return faults.flatMap((fault): ToolMark[] => {
    const dot: ToolMark = { kind: 'dot', at: fault.at, tone: 'bad' }
    if (fault.kind === 'face') return [dot]
    if (!fault.broken || !item) return []
    const points = ringOf(item, fault.record)
    const outline: ToolMark = { kind: 'path', points, isClosed: true, tone: 'bad', isDashed: true }
    return fault.problems.length > 0 ? [outline] : [outline, dot]
  })
}
