import type { Dab, FaceRule, FaceValues } from '@areal-studio/core/format'

/** What faces are looked for by; null asks nothing. */
export interface FaceSearch {
  required: number
  forbidden: number
  /** Degrees. */
  slopeFrom: number | null
  slopeTo: number | null
  material: number | null
}

/** What faces are given; null and 0 leave what is there. */
export interface FaceChange {
  set: number
  clear: number
  material_low: number | null
  material_high: number | null
  batches: boolean
}

export interface SculptOptions {
  mode: Dab['mode']
  /** World units. */
  radius: number
  /** World units for each dab; of smooth and flatten a share of the way in percent. */
  lift: number
  share: number
  falloff: Dab['falloff']
}

export interface GroundOptions {
  readonly search: FaceSearch
  readonly change: FaceChange
  readonly sculpt: SculptOptions
}

export const MODES = ['raise', 'lower', 'smooth', 'flatten'] as const satisfies readonly Dab['mode'][]
export const FALLOFFS = ['smooth', 'linear', 'constant'] as const satisfies readonly Dab['falloff'][]

export const firstGroundOptions = (): GroundOptions => ({
  search: { required: 0, forbidden: 0, slopeFrom: null, slopeTo: null, material: null },
  change: { set: 0, clear: 0, material_low: null, material_high: null, batches: false },
  sculpt: { mode: 'raise', radius: 60, lift: 2, share: 30, falloff: 'smooth' },
})

/** Whether a smooth or flatten moves heights by a share of the way. */
export const isShared = (mode: Dab['mode']): boolean => mode === 'smooth' || mode === 'flatten'

/** Near faces that are asked for: far ones lie under them and are drawn far away only. */
export const ruleOfSearch = ({ required, forbidden, slopeFrom, slopeTo, material }: FaceSearch): FaceRule => ({
  required,
  forbidden,
  lod: 0,
  ...(slopeFrom !== null && { slopeFrom }),
  ...(slopeTo !== null && { slopeTo }),
  ...(material !== null && { material }),
})

export const valuesOfChange = ({ set, clear, material_low, material_high }: FaceChange): FaceValues => ({
  flags: { set, clear },
  ...(material_low !== null && { material_low }),
  ...(material_high !== null && { material_high }),
})

export const changesNothing = ({ set, clear, material_low, material_high }: FaceChange): boolean =>
  set === 0 && clear === 0 && material_low === null && material_high === null
