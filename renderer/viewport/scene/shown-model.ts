import type { EntryPath, MeshItem, PoseSampler } from '@areal-studio/core/format'
import type { SeenEntries } from '../../state/entry-reader'

/** A model that is shown in place of the map. */
export interface ShownModel {
  /** As selected. */
  readonly entry: EntryPath
  readonly item: MeshItem
  readonly sampler: PoseSampler | undefined
  /** What it was computed from. */
  readonly seen: SeenEntries
}
