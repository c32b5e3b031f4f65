import type { Expression } from '../../expression'
import type { Kind, Meta } from './meta'

export type IntegerName = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32'
export type FloatName = 'f32' | 'f64'
export type ScalarName = IntegerName | 'u64' | 'i64' | FloatName
/** Code pages that texts of the games are written in. */
export const CODE_PAGES = ['cp1251', 'cp866', 'latin1'] as const
export type CodePage = (typeof CODE_PAGES)[number]

export interface Formula {
  readonly from: 'formula'
  /** As written: `vertex_count + 3 * poly_count`. */
  readonly text: string
  readonly names: readonly string[]
  readonly expression: Expression
}

/** Where the length of an array or a run of bytes stands: in the declaration, in fields of its record, in the entry's directory row. */
export type Length =
  | { readonly from: 'fixed'; readonly count: number }
  | { readonly from: 'attribute'; readonly name: string; readonly count: number }
  /** As many as there are bytes for: only of the last field of the outermost record. */
  | { readonly from: 'end'; readonly count: 0 }
  | Formula

export interface Field {
  readonly name: string
  readonly layout: AnyLayout
}

export interface StructShape {
  readonly of: 'struct'
  readonly name: string
  readonly fields: readonly Field[]
}
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
  readonly scalar: 'u8' | 'u16' | 'u32'
  readonly sibling: string
  readonly per: number
}
export interface VectorShape {
  readonly of: 'vector'
  readonly scalar: Exclude<ScalarName, 'u64' | 'i64'>
  readonly names: readonly string[]
  readonly component: AnyLayout
}

export type Shape =
  | { readonly of: 'scalar'; readonly scalar: ScalarName }
  | CountShape
  | VectorShape
  | { readonly of: 'bytes'; readonly length: Length }
  | { readonly of: 'text'; readonly size: number; readonly page: CodePage }
  | {
      readonly of: 'lengthPrefixedText'
      readonly scalar: 'u8' | 'u16' | 'u32'
      readonly page: CodePage
      readonly nul: 'never' | 'counted' | 'always' | 'text'
    }
  | { readonly of: 'line'; readonly page: CodePage }
  | { readonly of: 'rest' }
  | StructShape
  | ArrayShape
  | ListShape

/** A declared record: what it is, how to read, write, show and edit it. Created only by the functions in `shapes/`. */
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
/** The shape of one word of the layout language. */
export type ShapeOf<K extends Shape['of']> = Extract<Shape, { readonly of: K }>
export type AnyLayout = Layout<unknown>
export type Infer<L> = L extends Layout<infer T> ? T : never

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
