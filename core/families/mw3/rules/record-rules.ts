import type { Place, Report } from '../../../format/report'
import {
  RecordView,
  rangeOf,
  type Bytes,
  type AnyLayout,
  type Layout,
  type Node,
  type RecordNumbers,
} from '../../../layout'
import { expectedWords, isExpected, range, type Expected } from './expected'
import { MOST_RECORDS } from './gamez-context'

/** Repair of a word that follows from others, for every format. */
export const FOLLOWING = { id: 'layout.derived', params: {} } as const

/** A rule of one field: its code, and what each of its numbers must be. */
export interface FieldRule<F extends string> {
  readonly code: string
  readonly fields: readonly F[]
  readonly expected: Expected
  /** Accepted by the game's reader, but not found in its files. */
  readonly isWarning?: boolean
}

/** Fields of a record that hold numbers. */
export type NumberFieldOf<C> = keyof RecordNumbers<C> & string

/** Judges records of one kind, at known places of the bytes, and reports what is wrong with its place. */
export class RecordRules<T, C> {
  private readonly view: RecordView<C>

  constructor(
    private readonly record: Layout<T, C>,
    bytes: Bytes,
    private readonly report: Report,
  ) {
    this.view = new RecordView(record, bytes)
  }

  number(at: number, field: NumberFieldOf<C>): number {
    return this.view.number(at, field)
  }

  numbers(at: number, field: NumberFieldOf<C>): readonly number[] {
    return this.view.numbers(at, field)
  }

  /** Applies rules to the record at byte `at`, whose node path is `path`. */
  check(at: number, path: string, rules: readonly FieldRule<NumberFieldOf<C>>[]): void {
    for (const { code, fields, expected, isWarning } of rules)
      for (const field of fields) this.expect(at, path, code, field, expected, isWarning)
  }

  /** Reports a field that is not as expected; returns whether it is. */
  expect(
    at: number,
    path: string,
    code: string,
    field: NumberFieldOf<C>,
    expected: Expected,
    isWarning = false,
  ): boolean {
    const wrong = this.view.numbers(at, field).find(value => !isExpected(value, expected))
    if (wrong === undefined) return true
    this.fail(at, path, code, field, wrong, expectedWords(expected), isWarning)
    return false
  }

  /** Reports a field whose value is wrong; `expected` in signs. */
  fail(
    at: number,
    path: string,
    code: string,
    field: NumberFieldOf<C>,
    value: number | string,
    expected: number | string,
    isWarning = false,
    fix?: Place['fix'],
  ): void {
    const params = { field, value: shown(value), expected: shown(expected) }
    const [offset, size] = rangeOf(at, this.record as AnyLayout, field as never)
    const place: Place = {
      path: path === '' ? field : `${path}/${field}`,
      range: [offset, size],
      ...(fix && { fix }),
    }
    if (isWarning) this.report.warning(code, params, place)
    else this.report.error(code, params, place)
  }

  /** Reports a word that does not hold the number that follows from others; the repair computes it. */
  follows(at: number, path: string, code: string, field: NumberFieldOf<C>, expected: number): void {
    const found = this.number(at, field)
    if (found === expected) return
    const [offset, size] = rangeOf(at, this.record as AnyLayout, field as never)
    const params = { field, value: shown(found), expected }
    this.report.error(code, params, { path: `${path}/${field}`, range: [offset, size], fix: FOLLOWING })
  }

  /** A count and its pointer are both zero or both not (mw3 1, pointer rule). */
  pointer(at: number, path: string, code: string, count: NumberFieldOf<C>, pointer: NumberFieldOf<C>): void {
    const isPresent = this.number(at, count) !== 0
    this.expect(at, path, code, pointer, isPresent ? 'not-zero' : { in: [0] })
  }
}

const shown = (value: number | string): number | string =>
  typeof value === 'string' || Number.isFinite(value) ? value : String(value)

/** Reports a number of a node that is not as expected; returns whether it is. A node that is missing has no fault of its own. */
export function expectNode(
  report: Report,
  node: Node | undefined,
  code: string,
  expected: Expected,
  isWarning = false,
): boolean {
  if (!node || typeof node.value !== 'number' || isExpected(node.value, expected)) return true
  failNode(report, node, code, expectedWords(expected), isWarning)
  return false
}

/** Reports a node whose value is wrong; `expected` in signs. */
export function failNode(report: Report, node: Node, code: string, expected: number | string, isWarning = false): void {
  const { value, name, path, offset, size } = node
  const params = { field: name, value: typeof value === 'number' ? shown(value) : '', expected: shown(expected) }
  const place: Place = { path, range: [offset, size] }
  if (isWarning) report.warning(code, params, place)
  else report.error(code, params, place)
}

/** Number of slots within bounds, and fewer of them used: one is free (mw3 5.1, 6.1). */
export function expectUsed(report: Report, size: Node | undefined, used: Node | undefined, code: string): void {
  if (expectNode(report, size, code, range(0, MOST_RECORDS)))
    expectNode(report, used, code, range(0, Math.max(0, Number(size?.value) - 1)))
}
