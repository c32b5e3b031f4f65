/** One row of a flattened tree. */
export interface TreeRow {
  readonly key: string
  /** What typing finds. */
  readonly label: string
  /** Text for screen readers; the label where it is left out. */
  readonly spoken?: string
  /** 0 at the top. */
  readonly depth: number
  readonly hasChildren: boolean
  readonly isOpen: boolean
  /** From 1, among its siblings. */
  readonly place: number
  readonly siblings: number
}
