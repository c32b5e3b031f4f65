/** An array of records in the outline of a format, with what is below each record. */
export interface OutlineLevel {
  /** Path of the array below the record around it, or below the root. */
  readonly array: string
  /** Fields that name a record; one that lacks the first of them is not listed. */
  readonly names?: readonly string[]
  /** Field with the number of the record above it, of the same array: the records are a tree. */
  readonly parent?: string
  /** Field with the number of records below it, which follow it: the records are a tree in pre-order. */
  readonly childCount?: string
  /** Its records are listed without a line for the array. */
  readonly isFlat?: boolean
  /** Within each record. May refer to a level around it: trees of records within records. */
  readonly levels?: readonly OutlineLevel[]
}
