import type { Outcome, PlanPoint } from './outcome'

/** Selects faces: those that meet all given conditions. */
export interface FaceRule {
  readonly required?: number
  readonly forbidden?: number
  /** Degrees from level ground. */
  readonly slopeFrom?: number
  readonly slopeTo?: number
  /** Faces with a corner in this rectangle. */
  readonly box?: { readonly from: PlanPoint; readonly to: PlanPoint }
  readonly material?: number
  /** 0 near, 1 far. */
  readonly lod?: number
}

/**
 * One application of a brush. Heights are moved by up to `strength` units (smooth and flatten: by that share of the
 * way, 0 to 1).
 */
export interface Dab {
  readonly mode: 'raise' | 'lower' | 'smooth' | 'flatten'
  readonly at: PlanPoint
  readonly radius: number
  readonly strength: number
  /** How the strength fades towards the rim. */
  readonly falloff: 'constant' | 'linear' | 'smooth'
  /** The height that `flatten` aims at; without it the ground under the middle. */
  readonly height?: number
}

/** Values to set in faces. */
export interface FaceValues {
  /** Bits to set and bits to clear; others stay. */
  readonly flags?: { readonly set?: number; readonly clear?: number }
  /** Numbers for other fields that the item declares as paintable. */
  readonly values?: Readonly<Record<string, number>>
}

/** A stroke in progress: it changes nothing until its outcome is committed. */
export interface GroundStroke {
  add(dab: Dab): void
  /** xyz of every vertex in the present state of the stroke, and the near faces that it has changed. */
  draft(): { readonly positions: Float32Array; readonly faces: readonly number[] }
  end(): Outcome
}

/** Operations on the ground. Created once per image, synchronous, without side effects. Throws StudioError. */
export interface GroundTools {
  readonly faceCount: number
  /** Height of the near ground; undefined beside it. */
  heightAt?(x: number, y: number): number | undefined
  /** The topmost near face there that is not water; undefined beside the ground. */
  faceAt?(x: number, y: number): number | undefined
  select?(rule: FaceRule): readonly number[]
  /** `batches`: opens draw batches of their own for faces whose material now differs from their neighbours in the list. */
  setFaces?(faces: readonly number[], values: FaceValues, options?: { readonly batches?: boolean }): Outcome
  /** A whole stroke as one step; the water level stays. The outcome has edits of all entries that it changes. */
  sculpt?(dabs: readonly Dab[]): Outcome
  /** The same dab by dab, for a preview during the stroke. */
  stroke?(): GroundStroke
}
