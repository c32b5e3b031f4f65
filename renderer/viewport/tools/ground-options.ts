import type { Dab, FaceRule, FaceValues } from '@areal-studio/core/format'

/** Criteria for faces; null: any. */
export interface FaceSearch {
  required: number
  forbidden: number
  /** Degrees. */
  slopeFrom: number | null
  slopeTo: number | null
  material: number | null
}

/** Changes of faces; null and 0 leave a value unchanged. */
export interface FaceChange {
  set: number
  clear: number
  /** By field, of those that are painted as numbers. */
  values: Readonly<Record<string, number | null>>
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
  change: { set: 0, clear: 0, values: {}, batches: false },
  sculpt: { mode: 'raise', radius: 60, lift: 2, share: 30, falloff: 'smooth' },
})

/** Whether a smooth or flatten moves heights by a share of the way. */
export const isShared = (mode: Dab['mode']): boolean => mode === 'smooth' || mode === 'flatten'

/** Near faces that match: far ones lie under them and are drawn far away only. */
export const ruleOfSearch = ({ required, forbidden, slopeFrom, slopeTo, material }: FaceSearch): FaceRule => ({
  required,
  forbidden,
  lod: 0,
  ...(slopeFrom !== null && { slopeFrom }),
  ...(slopeTo !== null && { slopeTo }),
  ...(material !== null && { material }),
})

export const valuesOfChange = ({ set, clear, values }: FaceChange): FaceValues => ({
  flags: { set, clear },
  values: Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => (value === null ? [] : [[field, value]])),
  ),
})

export const changesNothing = ({ set, clear, values }: FaceChange): boolean =>
  set === 0 && clear === 0 && Object.values(values).every(value => value === null)
