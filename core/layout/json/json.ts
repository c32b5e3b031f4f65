import { encode } from '../document/write'
import { LayoutError } from '../model/error'
import type { Node, Value } from '../model/layout'
import type { AnyLayout, Layout, Shape } from '../model/shape'
import { NO_CHILDREN } from '../shapes/leaf'
import type { JsonPrinter, JsonReader, Part } from '../shapes/operations'
import { countsOf, lengthOf, operationsOf, partsOf, recordsOf } from '../shapes/table'
import { placeInJson, readJson, type Json } from './json-text'

export interface JsonOptions {
  /** Innermost records and lists (a vector, a cell, a link) on one line each. */
  readonly fold?: boolean
}

/**
 * JSON text of a node, from which `fromJson` makes the same value again, bit for bit: f32 in the fewest digits,
 * `-0.0`, NaN and infinities as `{"bits"}`, 64-bit integers as strings, bytes as `"hex:…"`.
 */
export function toJson(node: Node, options: JsonOptions = {}): string {
  return valueToJson(node.layout, node.value, options)
}

/** As `toJson`, of a value that stands alone. */
export function valueToJson(layout: AnyLayout, value: Value, { fold = false }: JsonOptions = {}): string {
  return new Printer(fold).print(layout, value, '\n', true)
}

/**
 * The value of a JSON text. Derived fields may be left out; a count that still says what it says in `present`, the node
 * whose text was changed, follows its records. Throws LayoutError with `line` and `column` in its params for text that
 * is no JSON, and for a value that the layout cannot take.
 */
export function fromJson<T>(layout: Layout<T>, text: string, present?: Node): T
export function fromJson(layout: AnyLayout, text: string, present?: Node): unknown {
  const json = readJson(text)
  try {
    const value = new Reader(present).value(layout, json)
    encode(layout, value, '')
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
    steps.push(shape ? operationsOf(shape).jsonKey(shape, step) : step)
    const parts: readonly Part[] = at ? partsOf(at) : []
    at = (at && recordsOf(at)?.element) ?? parts.find(({ name }) => name === step)?.layout
  }
  return steps
}

/** Reads JSON as values. Bits, bytes and big integers are converted; anything unfit is left for `encode` to refuse. */
class Reader implements JsonReader {
  readonly lengthOf = lengthOf
  readonly countsOf = countsOf
  private readonly steps: (string | number)[] = []

  constructor(private readonly present: Node | undefined) {}

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

class Printer implements JsonPrinter {
  constructor(readonly isFolding: boolean) {}

  print({ shape }: AnyLayout, value: Value, margin: string, isOutermost = false): string {
    return operationsOf(shape).toJson(shape, value, this, margin, isOutermost)
  }

  isLeaf({ shape }: AnyLayout): boolean {
    return operationsOf(shape).children === NO_CHILDREN
  }
}
