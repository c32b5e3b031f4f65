import type { Kind, Meta, Role } from './meta'
import type { AnyLayout } from './shape'
import type { Bytes, Move, Splice } from './splice'

/** A float whose bits a JS number cannot carry (NaN payloads) is kept by its bits. */
export type FloatValue = number | { readonly bits: string }
/**
 * `tail`: bytes behind the end, in hex; `second`: a second text behind the NUL; `stored`: the bytes that a codec
 * decodes as this text, in hex, where it would store it as others.
 */
export type TextValue =
  | string
  | { readonly text: string; readonly tail: string }
  | { readonly text: string; readonly second: string }
  | { readonly text: string; readonly stored: string }
/** Value of `vec3`: x, y, z. */
export type Vec3 = readonly [FloatValue, FloatValue, FloatValue]
/** Every value that a layout can hold. */
export type Value =
  | number
  | bigint
  | string
  | Bytes
  | { readonly bits: string }
  | { readonly text: string; readonly tail: string }
  | readonly Value[]
  | { readonly [field: string]: Value }

/** Something wrong in the bytes of a document. The checks of a format and the studio make it a Problem with a code. */
export interface Finding {
  /**
   * `count`: more than the bytes hold; `truncated`: bytes end too early; `trailing`: bytes after the end; `reserved`:
   * not zero; `value`: not one of the known; `derived`: disagrees with what it counts or follows; `union`: no case for
   * the tag; `deep`: records nested too deep; `sentinel`: the last record of an array is missing; `encoded`: the codec
   * cannot decode the bytes.
   */
  readonly what:
    | 'count'
    | 'truncated'
    | 'trailing'
    | 'reserved'
    | 'value'
    | 'derived'
    | 'union'
    | 'deep'
    | 'sentinel'
    | 'encoded'
  readonly path: string
  readonly offset: number
  readonly size: number
  readonly params: Readonly<Record<string, string | number>>
}

/** A place in the tree: `areals/211/class_id`. Offsets are in the entry's payload. */
export interface Node {
  readonly name: string
  readonly path: string
  readonly offset: number
  readonly size: number
  readonly kind: Kind
  readonly role: Role
  readonly meta: Meta
  /** The declaration of this node: for `fromJson`, `jsonSchema`, `describe` of a part. */
  readonly layout: AnyLayout
  /** False where the bytes are cut within this node: some of its children are missing and it has no value. */
  readonly isWhole: boolean
  readonly parent: Node | undefined
  /** Of a list the first child is its `count`, the others are its records. */
  readonly childCount: number
  child(index: number): Node
  /** The child of that name (`class_id`, or `211` in an array, `x` or `0` in a vector). */
  childNamed(name: string): Node | undefined
  /** Decoded from the document's bytes at each read. Throws LayoutError where the bytes are cut. */
  readonly value: Value
}

/** A layout over bytes. Opens damaged bytes too: what cannot be explained is a `gap` node of role unknown. */
export interface Document {
  readonly layout: AnyLayout
  readonly bytes: Bytes
  readonly root: Node
  /** The first structural fault, if any; then reserved fields that are not zero and numbers that have no name. */
  readonly findings: readonly Finding[]
  /** True when every byte is explained by the declaration and every count holds: `write(read(bytes))` is possible. */
  readonly isWhole: boolean
}

/** The result of assigning a value: changed bytes, directory attributes and array positions. */
export interface Assignment {
  readonly splices: readonly Splice[]
  readonly attributes?: Readonly<Record<string, number>>
  readonly moves?: readonly Move[]
}
