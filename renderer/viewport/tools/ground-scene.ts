import type { GroundTools, Outcome, SurfaceItem } from '@areal-studio/core/format'
import { pointAt } from '../scene/map-scene'
import type { Mode } from '../scene/select-mode'
import type { Vec } from '../camera/camera'
import type { ToolScene } from './tool-scene'
import type { Axis, Tone, ToolMark } from './tool'

/** Additional input of the ground tools. */
export interface GroundScene extends ToolScene {
  terrain(): SurfaceItem | undefined
  /** Selected faces. */
  faces(): readonly number[]
  selectFaces(faces: readonly number[], mode: Mode): void
  /** Editing of the ground, made for the present images; undefined where the format has none. */
  ground(): Promise<GroundTools | undefined>
  /** The same where it is made already: a press cannot wait. */
  readyGround(): GroundTools | undefined
  /** Commits the result of an operation, as one step. Refusals are shown. */
  operateGround(work: (tools: GroundTools) => Outcome | undefined): Promise<Outcome | undefined>
}

/** Near triangles of some faces, as a mark over the map. */
export function facesMark(
  item: Pick<SurfaceItem, 'positions' | 'indices' | 'records' | 'lods'>,
  faces: ReadonlySet<number>,
  tone: Exclude<Tone, Axis>,
): ToolMark {
  const corners: number[] = []
  for (let t = 0; t < item.records.length; t++) {
    if (faces.has(item.records[t] ?? -1))
      corners.push(item.indices[3 * t] ?? 0, item.indices[3 * t + 1] ?? 0, item.indices[3 * t + 2] ?? 0)
  }
  return { kind: 'mesh', positions: item.positions, corners: Uint32Array.from(corners), tone }
}

export function middleOfFace({ positions, indices }: SurfaceItem, triangle: number): Vec {
  const [a, b, c] = [0, 1, 2].map(corner => pointAt(positions, indices[3 * triangle + corner] ?? 0))
  const mean = (axis: 0 | 1 | 2): number => ((a?.[axis] ?? NaN) + (b?.[axis] ?? NaN) + (c?.[axis] ?? NaN)) / 3
  return [mean(0), mean(1), mean(2)]
}
