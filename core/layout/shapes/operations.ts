import type { Numeric } from '../../expression'
import type { Json } from '../json/json-text'
import type { Finding, Node, Value } from '../model/layout'
import type { Meta } from '../model/meta'
import type { AnyLayout, Length, ScalarName, Shape, ShapeOf, StructShape } from '../model/shape'
import type { Bytes } from '../model/splice'

/**
 * Everything the program does with a shape. Every operation is required: a shape that lacks one does not compile, so no
 * walker can pass over a new shape in silence. What an operation needs of other shapes it reaches through its last
 * parameter, because a shape's file imports no other shape.
 */
export interface ShapeOperations<S extends Shape> {
  readonly children: ChildOperations<S>
  readonly steering: SteeringOperations<S>

  /** Bytes of the value at `offset`, -1 where it does not end before `end`. Called for layouts without a fixed size. */
  measure(
    layout: AnyLayout,
    shape: S,
    view: DataView,
    offset: number,
    end: number,
    count: number,
    measurer: Measurer,
    around: Around | undefined,
  ): number
  /**
   * Writes into `index` where each of consecutive values ends, from `index[0]` on; returns how many fit before `end`.
   * Called for layouts without a fixed size.
   */
  index(
    layout: AnyLayout,
    shape: S,
    index: Uint32Array,
    view: DataView,
    end: number,
    measurer: Measurer,
    around: Around | undefined,
  ): number
  /** Determines the extent of a node whose layout has no fixed size, or whose bytes are cut. */
  explain(node: WalkNode, shape: S, walk: Walk): void

  /** The value at the cursor, which moves behind it. The bytes have been measured. */
  decode(shape: S, cursor: Cursor, count: number): Value
  /** Appends the bytes of a value. Throws LayoutError where the shape cannot hold it. */
  encode(shape: S, value: unknown, encoder: Encoder): void
  /** Whether a value whose bytes end at `end` would merge with bytes behind it: a line without its line end. */
  needsEnd(shape: S, bytes: Bytes, end: number): boolean

  toJson(shape: S, value: Value, printer: JsonPrinter, margin: string, isOutermost: boolean): string
  /** JSON converted to a value; what does not fit is left for `encode` to refuse. */
  fromJson(shape: S, json: Json, reader: JsonReader): unknown
  /** The key in JSON of the child of that name; undefined where the child is the whole. */
  jsonKey(shape: S, name: string): string | undefined
  schema(shape: S, known: Known, schemas: Schemas): JsonSchema
  /** The type as text: `u32`, `f32 x y z`. */
  describe(shape: S, typeOf: (layout: AnyLayout) => string): string

  /** Adds the splices and moves between two values of different bytes. Called for layouts without a fixed size. */
  compare(shape: S, after: Shape, path: string, from: Place, to: Place, comparer: Comparer): void
  /** What is odd about the value itself, its children apart. */
  findings(shape: S, node: WalkNode): Pick<Finding, 'what' | 'params'> | undefined
  /** Whether `findings` can return anything for this layout: others are not visited. */
  isWatched(shape: S, meta: Meta): boolean
  /** Numbers at a fixed place of the value: those of `field`, or with '' those that the value consists of. */
  columns(layout: AnyLayout, shape: S, field: string, numbersOf: NumbersOf): NumberPart | undefined
}

/** One table with a row per shape; the compiler refuses it while a shape or an operation is missing. */
export type ShapeTable = { readonly [K in Shape['of']]: ShapeOperations<ShapeOf<K>> }

/** A part of a declaration. `name` is undefined for the records of an array. */
export interface Part {
  readonly name: string | undefined
  readonly layout: AnyLayout
}

/** The records that a value consists of. */
export interface Records {
  readonly element: AnyLayout
  /** Bytes before the first record, and children before it. */
  readonly prefix: number
  readonly first: number
}

/** How a shape divides into children. */
export interface ChildOperations<S extends Shape> {
  /** Layouts within the declaration, in the order of their bytes. */
  parts(shape: S): readonly Part[]
  /** The records of an array; undefined for every other shape. */
  records(shape: S): Records | undefined
  /** Children of a whole node. */
  count(shape: S, node: WalkNode): number
  at(shape: S, index: number, node: WalkNode): Child | undefined
  indexOf(shape: S, name: string, node: WalkNode): number
  /** Where each child begins, and where the last one ends. */
  places(shape: S, node: WalkNode, measurer: Measurer): ArrayLike<number>
}

/** Name and layout of a child. */
export interface Child {
  readonly name: string
  readonly layout: AnyLayout
}

/** How a shape depends on fields beside it, and they on it. */
export interface SteeringOperations<S extends Shape> {
  /** Source of the number of its records; undefined where its own bytes contain it. */
  length(shape: S): Length | undefined
  /** The arrays that it counts. */
  counts(shape: S): Counts | undefined
  /** The number that formulas read at `at`; undefined where the value is no integer. `part`: of a range of its bits. */
  number(shape: S, view: DataView, at: number, part: string | undefined): Numeric | undefined
  /** The same number of a value. */
  numberOf(shape: S, value: unknown, part: string | undefined): Numeric | undefined
  /** Names of fields that decide what takes its place. */
  names(shape: S): readonly string[]
  /** All layouts that may take its place; undefined for a layout that is what it is. */
  alternatives(shape: S): readonly AnyLayout[] | undefined
  /** The one that takes its place; undefined where there is none. */
  resolve(shape: S, around: Around | undefined): AnyLayout | undefined
  /** Whether it takes all bytes that remain. */
  reachesEnd(shape: S): boolean
  /** The same shape with other lengths in the directory row. */
  withAttributes(shape: S, attributes: Readonly<Record<string, number>>, inner: (layout: AnyLayout) => AnyLayout): S
}

/** Arrays whose length, divided by `per`, the writer puts into a field. */
export interface Counts {
  readonly siblings: readonly string[]
  readonly per: number
  /** The largest number that the field holds. */
  readonly most: number
  /** Each of `siblings` is a field of the record that belongs to the one with the count: `blobs/list`. */
  readonly isParallel: boolean
}

/** A count that lies within a field of the record that holds the arrays. */
export interface InnerCount {
  /** The number of which it is a range of bits, or the array of records of which it is a field. */
  readonly field: string
  /** Steps from there, or from a record of that array. */
  readonly steps: readonly string[]
  readonly counts: Counts
  /** Arrays that may be empty whatever the count is. */
  readonly conditional: ReadonlySet<string>
}

/** Bytes and a view of them to read numbers; every walk over a payload passes it on. */
export interface Source {
  readonly bytes: Uint8Array
  readonly view: DataView
}

/** Records of one size that others belong to. */
export interface Rows {
  readonly element: StructShape
  readonly first: number
  readonly stride: number
}

/** What formulas of a value can read: the record that holds it, the records around that one, the record beside it. */
export interface Around {
  readonly outer: Around | undefined
  /** Where the record belongs to a record of another array: that one. */
  readonly parallel: Around | undefined
  /** Records within each other. */
  readonly depth: number
  /** The number by the name of a field; undefined where there is none. */
  number(name: string): Numeric | undefined
  /** The number by a name as formulas write it; NaN where there is none. */
  valueOf(name: string): Numeric
  /** Records of an array of this record. */
  length(array: string): number
  /** Where they are, if all have one size and their place is known. */
  rows(array: string): Rows | undefined
  record(array: string, record: number): Around | undefined
  /** As this, for what belongs to record k of an array of this record. */
  along(array: string, record: number): Around
}

/** Layouts that depend on the numbers around them. */
export interface Resolver {
  /** The layout that takes the place of one that varies; undefined where there is none. */
  resolve(this: void, layout: AnyLayout, around: Around | undefined): AnyLayout | undefined
  /** The layout of a record of an array. */
  elementOf(this: void, layout: AnyLayout): AnyLayout | undefined
}

/** Sizes of records that contain records of their own kind. */
export interface KnownSizes {
  at(offset: number, depth: number): number | undefined
  keep(offset: number, depth: number, size: number): void
}

/** Sizes of values of any layout. */
export interface Measurer extends Resolver {
  /** Bodies of a known size were measured before. */
  readonly isTrusting: boolean
  /** Of the document that is measured, if any. */
  readonly sizes?: KnownSizes | undefined
  measure(layout: AnyLayout, view: DataView, offset: number, end: number, count?: number, around?: Around): number
  /** The integer at a field that formulas use; 0 where it is none. */
  numberAt(layout: AnyLayout, view: DataView, at: number): number
  numericAt(layout: AnyLayout, view: DataView, at: number, part: string | undefined): Numeric | undefined
  /** Records of a value at `offset`, by the fields of its record or by the bytes up to `end`. */
  countAt(layout: AnyLayout, around: Around | undefined, view: DataView, offset: number, end: number): number
  /** Writes where each field begins and the last one ends into `places`; returns how many fields fit. */
  walkFields(
    struct: StructShape,
    view: DataView,
    offset: number,
    end: number,
    places: number[],
    around?: Around,
  ): number
  indexRecords(
    element: AnyLayout,
    count: number,
    view: DataView,
    offset: number,
    end: number,
    around?: Around,
  ): Uint32Array
}

/** What the walk over a document found out about a node: where its children begin and the last one ends. */
export interface Extent {
  readonly size: number
  readonly isWhole: boolean
  /** It is not whole, but ends where its declaration says. */
  readonly isBounded?: boolean
  readonly places?: ArrayLike<number>
  /** Of an array whose records have one size: how many of them are whole, if not all. */
  readonly records?: number
  /** Children that hold something of their own: an index, a cut. */
  readonly kept?: ReadonlyMap<number, WalkNode>
}

/** A node while a document is walked. */
export interface WalkNode extends Node {
  readonly source: Source
  /** Number of records of an array by its declaration; `declared` is UNCOUNTED where only a walk can count them. */
  readonly count: number
  readonly declared: number
  /** It is whole, or its end is known although it is not. */
  readonly isBounded: boolean
  readonly parent: WalkNode | undefined
  /** What formulas of the node and of its children can read. */
  readonly around: Around | undefined
  readonly inside: Around | undefined
  childNamed(name: string): WalkNode | undefined
  settle(extent: Extent): this
  /** Adds a child behind all others: a record that is cut, or the gap. */
  append(child: WalkNode): this
}

/** The walk over a payload. Only the first fault is kept: what follows it is mostly its consequence. */
export interface Walk extends Steering {
  readonly end: number
  readonly measurer: Measurer
  explain(node: WalkNode): void
  node(layout: AnyLayout, name: string, offset: number, parent: WalkNode): WalkNode
  gap(offset: number, size: number, parent: WalkNode): WalkNode
  /** Walks what must end at `end`, with faults of its own. */
  frame(end: number, work: () => void): void
  /** Whether its node is kept with the document, because finding its records again takes a walk. */
  keepsIndex(layout: AnyLayout): boolean
  fail(what: Finding['what'], path: string, offset: number, size: number, params: Finding['params']): void
}

/** Reads values of any layout, one behind the other. */
export interface Cursor extends Source, Steering {
  at: number
  end: number
  around: Around | undefined
  value(layout: AnyLayout, count: number): Value
}

/** How layouts depend on the fields beside them. */
export interface Steering extends Resolver {
  numericOf(layout: AnyLayout, value: unknown, part: string | undefined): Numeric | undefined
  /** Source of the length of a value; undefined where its own bytes contain it. */
  lengthOf(layout: AnyLayout): Length | undefined
  countsOf(layout: AnyLayout): Counts | undefined
  innerCounts(this: void, struct: StructShape): readonly InnerCount[]
}

/** Appends values of any layout. */
export interface Encoder extends Steering {
  /** Bytes so far are `bytes[0 .. size]`; both are replaced by `grow`. */
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly size: number
  readonly attributes: Record<string, number>
  /** Places of following words that the value leaves out: zeros so far. */
  readonly left: number[]
  around: Around | undefined
  /** Steps from the outermost value. */
  readonly depth: number
  put(layout: AnyLayout, value: unknown): void
  /** Appends records one behind the other. */
  putAll(element: AnyLayout, values: readonly unknown[], parallel?: string): void
  /** Makes room for `size` bytes and returns where they begin. */
  grow(size: number): number
  /** Puts other bytes in the place of all from `from` on. */
  replace(from: number, bytes: Uint8Array): void
  /** Runs `work` with one more step in the path of refusals. */
  within(step: string | number, work: () => void): void
  /** The same for the body of a frame, which has the value and the path of the frame. */
  framed(work: () => void): void
  refuse(code: string, params?: Readonly<Record<string, string | number>>): never
  /** The type as text, for refusals. */
  describe(layout: AnyLayout): string
}

/** Prints values as JSON. */
export interface JsonPrinter extends Steering {
  around: Around | undefined
  /** Innermost records and lists on one line each. */
  readonly isFolding: boolean
  print(layout: AnyLayout, value: Value, margin: string, isOutermost?: boolean): string
  isLeaf(layout: AnyLayout): boolean
}

/** Converts parsed JSON to values. */
export interface JsonReader extends Steering {
  around: Around | undefined
  value(layout: AnyLayout, json: Json): unknown
  within<T>(step: string | number, work: () => T): T
  refuse(code: string, params?: Readonly<Record<string, string | number>>): never
  /** Whether a field of the record that is being read equals the value in the bytes. */
  isPresent(name: string, given: Json): boolean
}

/** Words of a catalogue key, if there are any. */
export type Say = (key: string) => string | undefined

/** JSON Schema, draft 07, as an object that can be printed. */
export interface JsonSchema {
  readonly [keyword: string]: JsonSchema | readonly JsonSchema[] | readonly string[] | string | number | boolean
}

/** Names of numbers or bits that readers gave to a field themselves, by its `doc`, and the numbers that are offered for it. */
export type Named = (doc: string, meta: Meta) => Pick<Meta, 'values' | 'bits'> & { readonly seen?: readonly number[] }

/** What a layout declares, and what readers know beyond that. */
export type Known = Meta & ReturnType<Named>

/** Builds the definitions of a JSON Schema. */
export interface Schemas {
  countsOf(layout: AnyLayout): Counts | undefined
  alternativesOf(layout: AnyLayout): readonly AnyLayout[]
  schemaOf(layout: AnyLayout): JsonSchema
  /** A reference to a definition that is added when it is first needed. */
  reference(name: string, schema: JsonSchema): JsonSchema
  /** A reference to the definition of a record, which may contain itself. */
  record(shape: StructShape, schema: () => JsonSchema): JsonSchema
}

/** Where a value lies in its source; `count` records if it is an array. */
export interface Place {
  readonly offset: number
  readonly size: number
  readonly count: number
}

/** Collects the differences between two images of a value. */
export interface Comparer {
  readonly before: Source
  readonly after: Source
  readonly measurer: Measurer
  /** What formulas read before and after. */
  around: readonly [before: Around | undefined, after: Around | undefined]
  compare(layout: AnyLayout, after: AnyLayout, path: string, from: Place, to: Place): void
  /** Records of two arrays, given where each begins and the last one ends. */
  records(
    element: AnyLayout,
    path: string,
    from: ArrayLike<number>,
    to: ArrayLike<number>,
    parallel: string | undefined,
  ): void
  /** Replaces one range by another, without the bytes that both share at their ends. */
  range(from: Place, to: Place): void
  /** The runs that differ between two ranges of one size. */
  runs(from: Place, to: Place): void
}

/** Numbers at a fixed place of a record. */
export interface NumberPart {
  readonly at: number
  readonly scalar: ScalarName
  readonly words: number
  readonly isBigEndian?: true
}
/** Numbers at a fixed place of a layout: those of the field at that path. */
export type NumbersOf = (layout: AnyLayout, field: string) => NumberPart | undefined
