import type { Shape } from './shape'
import type { Bytes, Move, Splice } from './splice'

/**
 * value: meaning is known or typed in; reserved: seen as zero, kept as found;
 * unknown: not understood, kept as found; derived: shown, never typed in, the writer fills it.
 */
export type Role = 'value' | 'reserved' | 'unknown' | 'derived'

/** How sure the format notes are of a field's meaning. */
export type Certainty = 'confirmed' | 'likely' | 'unknown'

/** What a node is to a person: decides the control that edits it. */
export type Kind =
  | 'integer' | 'float' | 'flags' | 'text' | 'bytes' | 'vector' | 'colour'
  | 'struct' | 'array' | 'list' | 'gap'

/**
 * What a declaration says of a field beyond its bytes. Title and help are looked up in the message
 * catalogue as `field.<struct>.<field>` and `field.<struct>.<field>.help`; without an entry the field's name stands alone.
 */
export interface Meta {
  /** Catalogue key of the title; `struct` fills it as `field.<struct>.<field>`. */
  readonly doc?: string
  readonly role?: Role
  readonly certainty?: Certainty
  /** Section of the format notes that says so: `parkan 4.2`. */
  readonly source?: string
  readonly unit?: string
  readonly min?: number
  readonly max?: number
  /** Names of known numbers; others are shown as themselves with a warning, never refused. */
  readonly values?: Readonly<Record<number, string>>
  /** Names of known bits (bit number to name), `{}` when none is known; all bits stay settable by number. */
  readonly bits?: Readonly<Record<number, string>>
  /** `seen`: offer the numbers that occur in the open install. */
  readonly suggest?: 'seen'
  /** Shown first in hexadecimal. */
  readonly hex?: boolean
  /** The number is a record of this array of the same entry (`areals`); -1 or all bits set: of none. Shown as a link. */
  readonly refers?: string
  /** The text is the name of an entry of this format (`parkan.texture`). */
  readonly names?: string
}

/** A float whose bits a JS number cannot carry (NaN payloads) is kept by its bits. */
export type FloatValue = number | { readonly bits: string }
export type TextValue = string | { readonly text: string; readonly tail: string }
export type Vec3 = readonly [FloatValue, FloatValue, FloatValue]
/** Anything a layout can hold. */
export type Value =
  | number | bigint | string | Bytes | { readonly bits: string } | { readonly text: string; readonly tail: string }
  | readonly Value[] | { readonly [field: string]: Value }

/** Something a layout found wrong with its bytes; rooms turn it into a Problem with the right code. */
export interface Finding {
  /** `count`: promised more than exists; `truncated`; `trailing`: bytes left over; `reserved`: not zero; `value`: not one of the known; `derived`: disagrees with what it counts. */
  readonly what: 'count' | 'truncated' | 'trailing' | 'reserved' | 'value' | 'derived'
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
  /** Read on demand from the document's bytes. Throws LayoutError where the bytes are cut. */
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

/** What assigning a value means in bytes, in directory attributes and in array positions. */
export interface Assignment {
  readonly splices: readonly Splice[]
  readonly attributes?: Readonly<Record<string, number>>
  readonly moves?: readonly Move[]
}

/** A declared record: what it is, how to read, write, show and edit it. Made only by the functions of scalars.ts and shapes.ts. */
export interface Layout<T> {
  readonly kind: Kind
  readonly meta: Meta
  /** The declaration as data; nothing in it is a function. */
  readonly shape: Shape
  /** Bytes, where every value has the same size. */
  readonly fixedSize: number | undefined
  /** Bytes that the smallest value takes. */
  readonly leastSize: number
  /** Never set; carries the value's type. */
  readonly type?: T
}
export type AnyLayout = Layout<unknown>
export type Infer<L> = L extends Layout<infer T> ? T : never
