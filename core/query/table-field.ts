import type { AnyLayout, Meta, Role, ScalarName } from '../layout'

/** Computed from the record and its neighbours, never stored. */
export type Computed = 'count' | 'items' | 'area' | 'neighbours' | 'slope' | 'record' | 'edited' | 'given'

/** One column that an array of records can show. */
export interface TableField {
  /** `class_id`, `anchor.z`; `value` where a record is one number. */
  readonly name: string
  /** Node path below the record: `anchor/z`; '' is the record itself. */
  readonly path: string
  readonly kind: 'whole' | 'float' | 'text'
  readonly role: Role
  readonly meta: Meta
  /** Offset of the number in its record, if it is the same in all records. */
  readonly at?: number
  readonly scalar?: ScalarName
  /** Control of the field: `flags`, `integer`, `vector` part…; of a computed column `integer` or `float`. */
  readonly control: AnyLayout['kind']
  readonly computed?: Computed
  /** Some records have none: a field of one case, or of a record within this one that is found by its tag. */
  readonly isOptional?: true
  /** The cells are numbers of several types; `scalar` holds them all. The type of a cell is that of its node. */
  readonly isMixed?: true
  /**
   * Why it cannot be set: a count that the writer fills, a number that a length depends on, a computed column, a list,
   * numbers in some records and texts in others.
   */
  readonly fixed?: 'computed' | 'derived' | 'length' | 'list' | 'mixed'
}
