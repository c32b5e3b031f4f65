import type { Expression } from '../../expression'
import type { Kind, Meta } from './meta'

/** Integer types, little-endian. */
export type IntegerName = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32'
/** Float types: IEEE 754 single and double precision. */
export type FloatName = 'f32' | 'f64'
/** All number types. */
export type ScalarName = IntegerName | 'u64' | 'i64' | FloatName
/** Code pages that texts of the games are written in. */
export const CODE_PAGES = ['cp1251', 'cp866', 'latin1', 'cp1250', 'cp1252', 'ascii'] as const
/** One of `CODE_PAGES`. */
export type CodePage = (typeof CODE_PAGES)[number]

/** An expression over fields, parsed. */
export interface Formula {
  readonly from: 'formula'
  /** As written: `vertex_count + 3 * poly_count`. */
  readonly text: string
  readonly names: readonly string[]
  readonly expression: Expression
  /** A factor is a condition: where it does not hold, the length is 0 whatever the other factors are. */
  readonly isConditional?: true
}

/** Source of the length of an array or a run of bytes: the declaration, fields of its record, the entry's directory row. */
export type Length =
  | { readonly from: 'fixed'; readonly count: number }
  | { readonly from: 'attribute'; readonly name: string; readonly count: number }
  /** As many as there are bytes for: only of the last field of the outermost record or of what a size frames. */
  | { readonly from: 'end'; readonly count: 0 }
  | Sentinel
  /** One for each record of another array of the same record. */
  | { readonly from: 'parallel'; readonly sibling: string; readonly count: 0 }
  | Formula

/** Up to and with the first record for which the condition holds; its names are fields of that record. */
export interface Sentinel {
  readonly from: 'until'
  readonly text: string
  readonly names: readonly string[]
  readonly expression: Expression
  readonly count: 0
}

/** A field of a record. */
export interface Field {
  readonly name: string
  readonly layout: AnyLayout
}

/** A record: fields in the order of their bytes. */
export interface StructShape {
  readonly of: 'struct'
  readonly name: string
  readonly fields: readonly Field[]
  /** It contains records of its own kind. `struct` fills it in. */
  isRecursive?: true
}
/** Records whose number is stored elsewhere. */
export interface ArrayShape {
  readonly of: 'array'
  readonly element: AnyLayout
  readonly length: Length
}
/** A list that begins with its own length. */
export interface ListShape {
  readonly of: 'list'
  readonly count: AnyLayout
  readonly scalar: 'u8' | 'u16' | 'u32'
  readonly element: AnyLayout
}
/** An integer that the writer fills: the length of the array `sibling`, divided by `per`. */
export interface CountShape {
  readonly of: 'count'
  readonly scalar: IntegerName
  readonly sibling: string
  readonly per: number
  /** The array is a field of the record that belongs to this one: `sibling` is `blobs/list`. */
  readonly isParallel?: true
}
/** One number. */
export interface ScalarShape {
  readonly of: 'scalar'
  readonly scalar: ScalarName
  readonly isBigEndian?: true
  readonly follows?: Following
}

/** What a following word is computed from. The walk never reads such a word. */
export type Following = Formula | PlaceOf | LinkOf | SumOf

/** The place of a field or of a record, in bytes. */
export interface PlaceOf {
  readonly from: 'place'
  /** A field as formulas name it, and a path within it: `nodes`, `..nodes`, `blobs/list`. */
  readonly target: string
  /** The record of that array with the number of the word's own record. */
  readonly isParallel: boolean
  /** Field or record whose place is subtracted: `nodes`, `.`, `..`; '' is the first byte. */
  readonly base: string
  readonly plus: number
  /** In place of the place of what takes no bytes. */
  readonly none: number | undefined
}

/** The number of the next or previous record of the same array whose field of that name has the same declaration. */
export interface LinkOf {
  readonly from: 'link'
  readonly to: 'next' | 'previous'
  readonly none: number
}

/** The sum of a field of all records before this one. */
export interface SumOf {
  readonly from: 'sum'
  readonly field: string
}
/** Text up to the first NUL in a place of `size` bytes. */
export interface TextShape {
  readonly of: 'text'
  readonly size: number
  readonly page: CodePage
  /** What the place holds before a text is written into it. */
  readonly fill?: string
  /** A second text may follow the NUL. */
  readonly hasSecond?: true
}
/** Numbers of one type with a name each: one value. */
export interface VectorShape {
  readonly of: 'vector'
  readonly scalar: Exclude<ScalarName, 'u64' | 'i64'>
  readonly names: readonly string[]
  readonly component: AnyLayout
}

/** One of several layouts, chosen by fields beside it; never a node itself. */
export interface UnionShape {
  readonly of: 'union'
  readonly tag: Formula
  readonly cases: Readonly<Record<string, AnyLayout>>
  /** For tags without a case. */
  readonly otherwise: AnyLayout | undefined
  /** In place of a missing case, where all cases have one size. */
  readonly fallback: AnyLayout | undefined
}
/** A struct that contains this, by its name. `struct` fills in `target`. */
export interface RecursiveShape {
  readonly of: 'recursive'
  readonly name: string
  target?: AnyLayout
}
/** A number of bytes and a body that fills them. */
export interface SizedShape {
  readonly of: 'sized'
  readonly scalar: 'u8' | 'u16' | 'u32'
  readonly size: AnyLayout
  readonly body: AnyLayout
  readonly includesPrefix: boolean
  /** Bytes before the prefix that the number counts too. */
  readonly counted?: number
  /** A size below 128 is one byte, twice the size; any other is four bytes, twice the size and one. */
  readonly isShortened?: true
}
/** One range of the bits of a number. */
export interface BitsShape {
  readonly of: 'bits'
  readonly scalar: 'u8' | 'u16' | 'u32'
  readonly name: string
  readonly at: number
  readonly bits: number
  /** Arrays of the record that holds the number, which all have this length. */
  readonly counts?: readonly string[]
  /** The arrays are fields of the record that belongs to the one with the number: `blobs/list`. */
  readonly isParallel?: true
}
/** A named range of the bits of a number. */
export interface BitRange extends Field {
  readonly at: number
  readonly bits: number
}
/** A number whose bits are several; its ranges share its bytes. */
export interface BitfieldShape {
  readonly of: 'bitfield'
  readonly scalar: 'u8' | 'u16' | 'u32'
  readonly ranges: readonly BitRange[]
}

/** A text whose bytes a codec stores in another form, to the end of what holds it. */
export interface EncodedShape {
  readonly of: 'encoded'
  /** Its id in the table of codecs. */
  readonly codec: string
  readonly page: CodePage
  readonly plain: AnyLayout
  /** The number that the codec gets. */
  readonly key?: Formula
}

/** A line that divides into texts, each with the characters behind it; one that does not divide is `plain`. */
export interface TextLineShape {
  readonly of: 'textLine'
  readonly page: CodePage
  /** The ways to divide a line, in the order in which they are tried: its texts. */
  readonly forms: readonly (readonly Field[])[]
  readonly plain: AnyLayout
}
/** A text within a line and the characters behind it, up to the next text. */
export interface LinePartShape {
  readonly of: 'linePart'
  readonly page: CodePage
  /** What ends the text, blanks around it apart; '' is a run of blanks, or the end of the line. */
  readonly separator: string
  /** The characters behind the text as new lines have them, the line end apart. */
  readonly written: string
  /** `none`: the separator before the first text. `cell`: a word, or a text in quotation marks. */
  readonly words: 'none' | 'word' | 'cell' | 'text'
  /** What a word does not hold: the separators, where a line divides in several ways. Only one way can fit then. */
  readonly excluded: readonly string[]
  readonly isLast: boolean
}

/** All kinds of layouts. */
export type Shape =
  | ScalarShape
  | CountShape
  | VectorShape
  | {
      readonly of: 'bytes'
      readonly length: Length
      /** In place of a case that nobody declared. */
      readonly isUnknownCase?: true
    }
  | TextShape
  | {
      readonly of: 'lengthPrefixedText'
      readonly scalar: 'u8' | 'u16' | 'u32'
      readonly page: CodePage
      readonly nul: 'never' | 'counted' | 'always' | 'text'
    }
  /** `end`: what a text ends with, a line feed or a zero byte. */
  | { readonly of: 'line'; readonly page: CodePage; readonly end: 'line' | 'nul' }
  | { readonly of: 'rest' }
  | { readonly of: 'restText'; readonly page: CodePage }
  | EncodedShape
  | TextLineShape
  | LinePartShape
  | StructShape
  | ArrayShape
  | ListShape
  | UnionShape
  | RecursiveShape
  | SizedShape
  | BitfieldShape
  | BitsShape

/** A declared record: what it is, how to read, write, show and edit it. Created only by the functions in `shapes/`. */
export interface Layout<T, C = unknown> {
  readonly kind: Kind
  readonly meta: Meta
  /** The declaration as data; nothing in it is a function. */
  readonly shape: Shape
  /** Bytes, where every value has the same size. */
  readonly fixedSize: number | undefined
  /** Bytes that the smallest value takes. */
  readonly leastSize: number
  /** Another layout takes its place in a document: a union, a recursive struct. */
  readonly varies?: true
  /** How an earlier version declared these bytes: paths into its parts that were stored then still lead there. */
  readonly former?: AnyLayout
  /** Numbers of the directory row, `@attr1` in formulas: only of the outermost record. */
  readonly attributes?: Readonly<Record<string, number>>
  /** Never set; carries the value's type. */
  readonly type?: T
  /** Never set; carries the scalar of a number, or those of the fields of a record, for `columnsOf`. */
  readonly scalars?: C
}
/** The shape of one word of the layout language. */
export type ShapeOf<K extends Shape['of']> = Extract<Shape, { readonly of: K }>
/** A layout of any type. */
export type AnyLayout = Layout<unknown>
/** Type of the values of a layout. */
export type Infer<L> = L extends Layout<infer T> ? T : never
/** Type of the numbers that a layout holds: a scalar, or one for each field of a record; `unknown` for other layouts. */
export type ScalarsOf<L> = L extends Layout<unknown, infer C> ? C : unknown

/** In bytes. */
export const SCALAR_SIZE: Readonly<Record<ScalarName, number>> = {
  u8: 1,
  i8: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  u64: 8,
  i64: 8,
  f32: 4,
  f64: 8,
}

/** Smallest and largest number of an integer type. */
export const INTEGER_LIMITS: Readonly<Record<IntegerName, readonly [min: number, max: number]>> = {
  u8: [0, 0xff],
  i8: [-0x80, 0x7f],
  u16: [0, 0xffff],
  i16: [-0x8000, 0x7fff],
  u32: [0, 0xffffffff],
  i32: [-0x80000000, 0x7fffffff],
}

/** Whether numbers of that kind are whole and fit a JS number; u64 and i64 are bigints. */
export const isInteger = (scalar: ScalarName): scalar is IntegerName => Object.hasOwn(INTEGER_LIMITS, scalar)
