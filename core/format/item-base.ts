import type { EntryPath } from '../edit'

/** What all items of a scene have in common. Items are data: no functions, columns instead of objects. */
export interface ItemBase {
  /** Unique within one scene. */
  readonly id: string
  /**
   * Layer of the scene that draws it and finds its records: `terrain` is the ground, `water` is seen through, `regions` lie
   * over both, `meshes` is a model; `objects`, `lines` and `points` are placed records; `sky` is behind all of them.
   */
  readonly layer: 'terrain' | 'water' | 'regions' | 'meshes' | 'objects' | 'lines' | 'points' | 'sky'
  /** Word for one record; catalogue keys of sentences about it end in `.` and this word. */
  readonly noun: string
  readonly entry: EntryPath
  /** Node path of the record array; '' where its records are no array of the entry. */
  readonly array: string
}
