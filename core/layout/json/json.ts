import { encode } from '../document/write'
import { LayoutError } from '../model/error'
import type { Node, Value } from '../model/layout'
import type { AnyLayout, Layout, Shape } from '../model/shape'
import { TreeNode } from '../document/tree'
import { Declared } from '../shapes/declared'
import { NO_CHILDREN } from '../shapes/leaf'
import type { Around, JsonPrinter, JsonReader, Part } from '../shapes/operations'
import { AttributeScope } from '../shapes/scope'
import { operationsOf, partsOf } from '../shapes/table'
import { elementOf } from '../shapes/views'
import { placeInJson, readJson, type Json } from './json-text'

/** How JSON is printed. */
export interface JsonOptions {
  /** Innermost records and lists (a vector, a cell, a link) on one line each. */
  readonly fold?: boolean
}

/**
 * JSON text of a node, from which `fromJson` makes the same value again, bit for bit: f32 in the fewest digits,
 * `-0.0`, NaN and infinities as `{"bits"}`, 64-bit integers as strings, bytes as `"hex:…"`.
 */
export function toJson(node: Node, options: JsonOptions = {}): string {
  return printed(node.layout, node.value, aroundNode(node), options)
}

/** As `toJson`, of a value without a document. */
export const valueToJson = (layout: AnyLayout, value: Value, options: JsonOptions = {}): string =>
  printed(layout, value, layout.attributes && new AttributeScope(layout.attributes), options)

const printed = (layout: AnyLayout, value: Value, around: Around | undefined, { fold = false }: JsonOptions): string =>
  new Printer(fold, around).print(layout, value, '\n', true)

const aroundNode = (node: Node | undefined): Around | undefined => (node instanceof TreeNode ? node.around : undefined)

/**
 * The value of a JSON text. Derived fields may be left out; a count that equals that of `present`, the node whose text
 * was changed, follows its records. Throws LayoutError with `line` and `column` in its params for text that is not JSON
 * and for a value that the layout cannot hold.
 */
export function fromJson<T>(layout: Layout<T>, text: string, present?: Node, around?: Around): T
export function fromJson(layout: AnyLayout, text: string, present?: Node, around?: Around): unknown {
  const json = readJson(text)
  try {
    const within = around ?? aroundNode(present)
    const value = new Reader(layout, present, within).value(layout, json)
    encode(layout, value, '', within)
    return value
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    const { path: _, ...params } = error.params
    throw new LayoutError(error.code, { ...params, ...placeInJson(text, jsonPath(layout, error.path)) }, error.path)
  }
}

/** Keys and indices in JSON that lead to a node: as its path, but components of vectors by number. */
export function jsonPath(layout: AnyLayout, path: string): readonly string[] {
  const steps: string[] = []
  let at: AnyLayout | undefined = layout
  for (const step of path === '' ? [] : path.split('/')) {
    const shape: Shape | undefined = at?.shape
    const key = shape ? operationsOf(shape).jsonKey(shape, step) : step
    if (key !== undefined) steps.push(key)
    const parts: readonly Part[] = at ? partsOf(at) : []
    at = (at && elementOf(at)) ?? parts.find(({ name }) => name === step)?.layout
  }
  return steps
}

/** Reads JSON as values. Bits, bytes and big integers are converted; anything unfit is left for `encode` to refuse. */
class Reader extends Declared implements JsonReader {
  around: Around | undefined
  private readonly steps: (string | number)[] = []

  constructor(
    layout: AnyLayout,
    private readonly present: Node | undefined,
    around: Around | undefined,
  ) {
    super()
    this.around = around ?? (layout.attributes && new AttributeScope(layout.attributes))
  }

  value({ shape }: AnyLayout, json: Json): unknown {
    return operationsOf(shape).fromJson(shape, json, this)
  }

  within<T>(step: string | number, work: () => T): T {
    this.steps.push(step)
    const result = work()
    this.steps.pop()
    return result
  }

  refuse(code: string, params: Readonly<Record<string, string | number>> = {}): never {
    throw new LayoutError(code, params, this.steps.join('/'))
  }

  isPresent(name: string, given: Json): boolean {
    let node = this.present
    for (const step of [...this.steps, name]) node = node?.childNamed(String(step))
    return node?.value === given
  }
}

class Printer extends Declared implements JsonPrinter {
  constructor(
    readonly isFolding: boolean,
    public around: Around | undefined,
  ) {
    super()
  }

  print({ shape }: AnyLayout, value: Value, margin: string, isOutermost = false): string {
    return operationsOf(shape).toJson(shape, value, this, margin, isOutermost)
  }

  isLeaf({ shape }: AnyLayout): boolean {
    return operationsOf(shape).children === NO_CHILDREN
  }
}
