/** A broken rule of section 17 of the format notes: its name, and where the number that breaks it is. */
export interface Fault {
  readonly rule: string
  readonly at: number
  readonly field: string
}

/** Thrown where the bytes end before the file does, or a count cannot be read. */
export class Unreadable extends Error {}

type Kind = 'u8' | 'u16' | 'i16' | 'u32' | 'i32' | 'f32'
const SIZES: Readonly<Record<Kind, number>> = { u8: 1, u16: 2, i16: 2, u32: 4, i32: 4, f32: 4 }

interface Column {
  readonly at: number
  readonly kind: Kind
  readonly count: number
  readonly name: string
  readonly rule: string
  isRight(value: number): boolean
}

/** A record as a table: one line for each field. */
export interface Table {
  readonly size: number
  readonly columns: readonly Column[]
}

/**
 * A record from lines of `offset type name expected [rule]`. Types may have a number of elements (`f32*3`); `expected` is
 * `*` (all), numbers (`0|1`), a range (`0..13`, with `~` NaN too), `&mask`, `!0` or `>0`. The lines tile the record.
 */
export function table(size: number, rule: string, lines: string): Table {
  let next = 0
  const columns = lines
    .trim()
    .split('\n')
    .map((line): Column => {
      const [offset, type = '', name = '', expected = '', own = rule] = line.trim().split(/\s+/)
      const [kind, count = '1'] = type.split('*') as [Kind, string?]
      if (Number(offset) !== next) throw new Error(`${name} is at ${next}`)
      next += SIZES[kind] * Number(count)
      return { at: Number(offset), kind, count: Number(count), name, rule: own, isRight: expectation(expected) }
    })
  if (next !== size) throw new Error(`the record has ${next} bytes`)
  return { size, columns }
}

function expectation(text: string): Column['isRight'] {
  if (text === '*') return () => true
  if (text === '!0') return value => value !== 0
  if (text === '>0') return value => value > 0
  if (text.startsWith('&')) return value => (value & ~Number(text.slice(1))) === 0
  if (text.startsWith('~')) {
    const [from = 0, to = 0] = text.slice(1).split('..').map(Number)
    return value => !(value < from || value > to)
  }
  if (text.includes('..')) {
    const [from = 0, to = 0] = text.split('..').map(Number)
    return value => value >= from && value <= to
  }
  const numbers = text.split('|').map(Number)
  return value => numbers.includes(value)
}

/** A record at a place of a file, judged by its table. */
export interface Row {
  /** Offset of a field in the file. */
  placeOf(field: string): number
  number(field: string): number
  numbers(field: string): readonly number[]
  /** Notes a fault of a field unless what is given holds. */
  must(isRight: boolean, rule: string, field: string): void
  /** Both zero, or both not (mw3 1). */
  pointer(rule: string, count: string, pointer: string): void
}

/** Reads a file from its beginning to its end, and notes what breaks a rule. */
export class Cursor {
  at = 0
  readonly faults: Fault[] = []
  private readonly view: DataView

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  note(rule: string, at: number, field: string): void {
    this.faults.push({ rule, at, field })
  }

  must(isRight: boolean, rule: string, at: number, field: string): void {
    if (!isRight) this.note(rule, at, field)
  }

  /** Notes a fault after which the rest cannot be read. */
  stop(rule: string, at: number, field: string): never {
    this.note(rule, at, field)
    throw new Unreadable(field)
  }

  /** That many bytes from here, which must exist. */
  take(size: number, field: string): number {
    const { at } = this
    if (size < 0 || at + size > this.bytes.length) this.stop('H11', at, field)
    this.at += size
    return at
  }

  numberAt(kind: Kind, at: number): number {
    switch (kind) {
      case 'u8':
        return this.view.getUint8(at)
      case 'u16':
        return this.view.getUint16(at, true)
      case 'i16':
        return this.view.getInt16(at, true)
      case 'u32':
        return this.view.getUint32(at, true)
      case 'i32':
        return this.view.getInt32(at, true)
      case 'f32':
        return this.view.getFloat32(at, true)
    }
  }

  one(kind: Kind, field: string): number {
    return this.numberAt(kind, this.take(SIZES[kind], field))
  }

  list(kind: Kind, count: number, field: string): readonly number[] {
    const at = this.take(SIZES[kind] * count, field)
    return Array.from({ length: count }, (_, i) => this.numberAt(kind, at + SIZES[kind] * i))
  }

  /** The record here; with `isJudged` false, its numbers only. */
  row(record: Table, field: string, isJudged = true): Row {
    const at = this.take(record.size, field)
    const column = (name: string): Column => {
      const found = record.columns.find(one => one.name === name)
      if (!found) throw new Error(`no field ${name}`)
      return found
    }
    const numbersOf = ({ kind, count, at: within }: Column): readonly number[] =>
      Array.from({ length: count }, (_, i) => this.numberAt(kind, at + within + SIZES[kind] * i))
    const row: Row = {
      placeOf: name => at + column(name).at,
      numbers: name => numbersOf(column(name)),
      number: name => this.numberAt(column(name).kind, at + column(name).at),
      must: (isRight, rule, name) => this.must(isRight, rule, at + column(name).at, `${field}/${name}`),
      pointer: (rule, count, pointer) =>
        row.must((row.number(count) === 0) === (row.number(pointer) === 0), rule, pointer),
    }
    if (isJudged) for (const one of record.columns) row.must(numbersOf(one).every(one.isRight), one.rule, one.name)
    return row
  }
}
