import fc from 'fast-check'
import {
  array,
  attribute,
  bigEndian,
  bitfield,
  bytes,
  colour,
  count,
  counted,
  f32,
  f64,
  floats,
  encoded,
  formula,
  i16,
  i32,
  i64,
  i8,
  integers,
  lengthPrefixedText,
  line,
  optional,
  parallelTo,
  recursive,
  repeatUntil,
  registerCodec,
  reserved,
  rest,
  restText,
  sized,
  struct,
  text,
  toEnd,
  u16,
  u32,
  u64,
  u8,
  union,
  unknown,
  vec3,
  type AnyLayout,
  type Splice,
} from '.'
import { LINES } from './lines.fixture'
import { Paired, pairedWhole } from './paired.fixture'

/** A codec of runs: a length and a byte for each. Texts with NUL have no such form, and one text has many. */
export const RUNS = 'test.runs'
registerCodec(RUNS, {
  decode(stored) {
    if (stored.length % 2 !== 0) return undefined
    const plain: number[] = []
    for (let at = 0; at < stored.length; at += 2)
      for (let left = stored[at] ?? 0; left > 0; left--) plain.push(stored[at + 1] ?? 0)
    return Uint8Array.from(plain)
  },
  encode(plain) {
    if (plain.includes(0)) return undefined
    const stored: number[] = []
    for (const byte of plain) {
      if (stored.at(-1) === byte && (stored.at(-2) ?? 0) < 255) stored[stored.length - 2] = (stored.at(-2) ?? 0) + 1
      else stored.push(1, byte)
    }
    return Uint8Array.from(stored)
  },
})

/** A layout and a generator of its values. */
export interface Sort {
  readonly layout: AnyLayout
  readonly values: fc.Arbitrary<unknown>
}

/** Every 32 bits as the value a reader must make of them; worked out apart from the product's own reader. */
export const floats32 = fc
  .oneof(
    fc.nat(0xffffffff),
    fc.constantFrom(0, 0x80000000, 1, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc00000, 0x3dcccccd),
  )
  .map((bits): unknown => {
    const isNaN32 = (bits & 0x7f800000) === 0x7f800000 && (bits & 0x7fffff) !== 0
    if (isNaN32 && bits !== 0x7fc00000) return { bits: `0x${bits.toString(16).padStart(8, '0')}` }
    return isNaN32 ? Number.NaN : new Float32Array(Uint32Array.of(bits).buffer)[0]
  })

const floats64 = fc.bigInt(0n, 2n ** 64n - 1n).map((bits): unknown => {
  const isNaN64 = (bits & 0x7ff0000000000000n) === 0x7ff0000000000000n && (bits & 0xfffffffffffffn) !== 0n
  if (isNaN64 && bits !== 0x7ff8000000000000n) return { bits: `0x${bits.toString(16).padStart(16, '0')}` }
  return isNaN64 ? Number.NaN : new Float64Array(BigUint64Array.of(bits).buffer)[0]
})

const integer = (min: number, max: number): fc.Arbitrary<unknown> =>
  fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))

const SCALARS: readonly Sort[] = [
  { layout: u8({ source: 'test' }), values: integer(0, 255) },
  { layout: i8(), values: integer(-128, 127) },
  { layout: u16(), values: integer(0, 65535) },
  { layout: i16(), values: integer(-32768, 32767) },
  { layout: u32({ bits: {} }), values: integer(0, 4294967295) },
  { layout: i32(), values: integer(-2147483648, 2147483647) },
  { layout: u64(), values: fc.bigInt(0n, 2n ** 64n - 1n) },
  { layout: i64(), values: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n) },
  { layout: bigEndian(u16()), values: integer(0, 65535) },
  { layout: bigEndian(i32({ values: { 1: 'one' } })), values: integer(-2147483648, 2147483647) },
  { layout: bigEndian(u64()), values: fc.bigInt(0n, 2n ** 64n - 1n) },
  { layout: bigEndian(f32()), values: floats32 },
  { layout: f32(), values: floats32 },
  { layout: f64(), values: floats64 },
  { layout: vec3(), values: fc.tuple(floats32, floats32, floats32) },
  {
    layout: integers('i16', ['x', 'y', 'z']),
    values: fc.tuple(integer(-32768, 32767), integer(-5, 5), integer(-32768, 32767)),
  },
  { layout: floats(['x', 'y', 'z', 'w']), values: fc.tuple(floats32, floats32, floats32, floats32) },
  { layout: colour(), values: fc.tuple(integer(0, 255), integer(0, 255), integer(0, 255), integer(0, 255)) },
  { layout: bytes(3), values: fc.uint8Array({ minLength: 3, maxLength: 3 }) },
  { layout: text(6), values: fc.oneof(words(6), tailed(6)) },
  { layout: text(4, { page: 'cp866' }), values: words(4) },
  { layout: text(6, { fill: 'Name' }), values: fc.oneof(words(6), fc.constantFrom({ text: 'a', tail: '00000000' })) },
  {
    layout: text(6, { second: true }),
    values: fc.oneof(
      words(6),
      fc.constantFrom({ text: 'я', second: 'bmp' }, { text: '', second: 'abcde' }, { text: 'a', tail: '00000041' }),
    ),
  },
  { layout: text(3, { page: 'ascii' }), values: fc.constantFrom('', 'a b', '\uf7ff') },
  {
    layout: bitfield(u16(), { index: [0, 6], atlas: [6, 5], turn: [14, 2] }),
    values: fc.record({ index: fc.nat(63), atlas: fc.nat(31), unk_11: fc.nat(7), turn: fc.nat(3) }),
  },
  {
    layout: bitfield(u32(), { low: [0, 1], high: [1, 31] }),
    values: fc.record({ low: fc.nat(1), high: fc.nat(0x7fffffff) }),
  },
  { layout: reserved(u32()), values: fc.constantFrom(0, 0, 0, 5) },
  { layout: unknown(u16()), values: integer(0, 65535) },
]

function words(size: number): fc.Arbitrary<unknown> {
  return fc.string({ unit: fc.constantFrom('a', 'Z', '"', '\\', 'я', 'Ё', ' ', '\n', '№'), maxLength: size })
}

function tailed(size: number): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.string({ unit: fc.constantFrom('b', 'Ж'), maxLength: size - 2 }), fc.nat(254))
    .map(([before, last]) => ({
      text: before,
      tail: `${'00'.repeat(size - 2 - before.length)}${(last + 1).toString(16).padStart(2, '0')}`,
    }))
}

/** Texts behind their length, of every kind of end, with the bytes that a file may hold in place of it. */
const prefixedTexts = fc
  .tuple(fc.constantFrom(u8, u16, u32), fc.constantFrom('never', 'counted', 'always', 'text'))
  .map(
    ([prefix, nul]): Sort => ({
      layout: lengthPrefixedText(prefix(), { nul }),
      values: fc.oneof(
        fc.string({ unit: fc.constantFrom('a', 'я', '"', ' '), maxLength: 4 }),
        fc.constantFrom('b', 'bc').map(text => ({ text, tail: '0061' })),
        fc.constant(nul === 'counted' ? { text: 'd', tail: '' } : { text: 'd', tail: '0000' }),
        fc.constant(nul === 'always' || nul === 'text' ? { text: 'e', tail: 'ff' } : { text: '', tail: '0001' }),
      ),
    }),
  )

const scalars = fc.constantFrom(...SCALARS)
const many = (values: fc.Arbitrary<unknown>, length: number): fc.Arbitrary<unknown[]> =>
  fc.array(values, { minLength: length, maxLength: length })

/**
 * Any layout that an array may have as its records: scalars, lists, records of records, arrays counted beside or by
 * formula.
 */
export function sorts(depth: number): fc.Arbitrary<Sort> {
  if (depth === 0) return scalars
  const inner = sorts(depth - 1)
  return fc.oneof(
    scalars,
    prefixedTexts,
    fc
      .tuple(inner, fc.integer({ min: 1, max: 3 }))
      .map(([{ layout, values }, n]): Sort => ({ layout: array(layout, n), values: many(values, n) })),
    fc.tuple(scalars, fc.constantFrom(u8, u16, u32)).map(
      ([{ layout, values }, prefix]): Sort => ({
        layout: counted(prefix(), layout),
        values: fc.array(values, { maxLength: 4 }),
      }),
    ),
    records(inner),
    tagged(inner),
    framed(inner),
    parallel,
    trees,
    codedTexts,
    fc.constant<Sort>({ layout: Paired, values: pairedWhole }),
  )
}

/** Records whose fields depend on a tag: of several sizes, of one size, there or not, counted by the record around. */
function tagged(inner: fc.Arbitrary<Sort>): fc.Arbitrary<Sort> {
  return fc.tuple(inner, inner, scalars).map(([one, other, plain]): Sort => {
    const Own = struct('own-case', {
      n: count('x', { as: 'u8' }),
      x: array(other.layout, 'n'),
      outer: bytes('..tag & 3'),
    })
    const layout = struct('tagged', {
      tag: u8(),
      body: union('tag & 3', { 0: one.layout, 1: Own, 2: lengthPrefixedText(u16()) }, u8()),
      same: union('tag >> 6', { 0: u16(), 1: i16(), 2: integers('u8', ['a', 'b']), 3: bytes(2) }),
      maybe: optional('(tag & 4) != 0', plain.layout),
    })
    const own = (tag: number): fc.Arbitrary<unknown> =>
      fc.nat(2).chain(n => fc.record({ n: fc.constant(n), x: many(other.values, n), outer: run(tag & 3) }))
    const values = fc.nat(255).chain(tag =>
      fc.record({
        tag: fc.constant(tag),
        body: [one.values, own(tag), fc.constantFrom('', 'текст'), fc.nat(255)][tag & 3] ?? fc.nat(255),
        same:
          [fc.nat(65535), fc.integer({ min: -32768, max: 32767 }), many(fc.nat(255), 2), run(2)][tag >> 6] ?? run(2),
        ...((tag & 4) !== 0 && { maybe: plain.values }),
      }),
    )
    return { layout, values }
  })
}

/** What a size frames: records to its end, lists up to a sentinel, a length of the record around. */
function framed(inner: fc.Arbitrary<Sort>): fc.Arbitrary<Sort> {
  const parts = fc.tuple(inner, fc.constantFrom(u8, u16, u32), fc.boolean())
  return parts.map(([{ layout: element, values }, prefix, includesPrefix]): Sort => {
    const isEmpty = element.leastSize === 0
    const records = isEmpty ? struct('one', { one: u8(), element }) : element
    const value = isEmpty ? fc.record({ one: fc.nat(255), element: values }) : values
    const layout = struct('framed', {
      n: u8(),
      records: sized(prefix(), array(records, toEnd), { includesPrefix }),
      counted: sized(prefix(), bytes('n & 7'), { includesPrefix }),
      short: sized(u32(), array(u8(), toEnd), { isShortened: true }),
      numbers: array(u8(), repeatUntil('value == 0')),
      nodes: array(struct('until', { a: u8(), b: counted(u8(), u8()) }), repeatUntil('a >= 128')),
      end: sized(prefix(), rest(), { includesPrefix }),
    })
    const node = (min: number, max: number): fc.Arbitrary<unknown> =>
      fc.record({ a: fc.integer({ min, max }), b: fc.array(fc.nat(255), { maxLength: 2 }) })
    return {
      layout,
      values: fc.nat(255).chain(n =>
        fc.record({
          n: fc.constant(n),
          records: fc.array(value, { maxLength: 2 }),
          counted: run(n & 7),
          short: fc.oneof(many(fc.nat(255), 2), fc.record({ $long: many(fc.nat(255), 1) })),
          numbers: fc.array(fc.integer({ min: 1, max: 255 }), { maxLength: 3 }).map(some => [...some, 0]),
          nodes: fc
            .tuple(fc.array(node(0, 127), { maxLength: 2 }), node(128, 255))
            .map(([some, last]) => [...some, last]),
          end: fc.uint8Array({ maxLength: 3 }),
        }),
      ),
    }
  })
}

const letters = fc.string({ unit: fc.constantFrom('a', 'a', 'я', '"', '\n'), maxLength: 4 })

/** Texts in other forms: under a cipher with a key, in runs that another program has split, in no form at all. */
const codedTexts = fc.constant(null).map((): Sort => {
  const layout = struct('coded', {
    key: i32(),
    cipher: sized(u16(), encoded('ei.script', restText(), { key: 'key' })),
    runs: sized(u8(), encoded(RUNS, restText({ page: 'latin1' }))),
    plain: sized(u8(), restText({ page: 'cp866' })),
  })
  const runs = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 }),
    fc.constantFrom({ text: 'aa', stored: '01610161' }, { text: '', stored: '0000' }, Uint8Array.of(1, 2, 3)),
  )
  return {
    layout,
    values: fc.record({ key: integer(-2147483648, 2147483647), cipher: letters, runs, plain: letters }),
  }
})

/** Records that belong to records of another array. */
const parallel = scalars.map(({ layout: plain, values: plainly }): Sort => {
  const Slot = struct('slot', {
    n: count('data/list', { as: 'i16', parallel: true }),
    size: u8(),
    kind: u8(),
    bits: bitfield(u8(), { k: [1, 2, { counts: ['data/few', 'data/maybe'], parallel: true }] }),
  })
  const Data = struct('data', {
    bytes: bytes('^.size & 3'),
    body: union('^.kind & 1', { 0: plain, 1: array(u8(), '^.size & 3') }),
    version: optional('..version > 1', u16()),
  })
  const Holder = struct('holder', {
    one: u8(),
    list: array(u16(), '^.n'),
    few: bytes('^.bits.k'),
    maybe: array(u8(), '^.bits.k * (^.kind > 99)'),
    data: Data,
  })
  const layout = struct('parallel', {
    version: u8(),
    n: u8(),
    slots: array(Slot, 'n & 3'),
    between: counted(u8(), u8()),
    data: array(Holder, parallelTo('slots')),
  })
  interface SlotValue {
    readonly n: number
    readonly size: number
    readonly kind: number
    readonly bits: { readonly k: number }
  }
  const data = (version: number, { n, size, kind, bits: { k } }: SlotValue): fc.Arbitrary<unknown> =>
    fc.record({
      one: fc.nat(255),
      list: many(fc.nat(65535), n),
      few: run(k),
      maybe: many(fc.nat(255), kind > 99 ? k : 0),
      data: fc.record({
        bytes: run(size & 3),
        body: (kind & 1) === 0 ? plainly : many(fc.nat(255), size & 3),
        ...(version > 1 && { version: fc.nat(65535) }),
      }),
    })
  const head = fc.record({ version: fc.nat(3), n: fc.nat(255) })
  const slot = fc.record({
    n: fc.nat(2),
    size: fc.nat(255),
    kind: fc.nat(255),
    bits: fc.record({ unk_0: fc.nat(1), k: fc.nat(3), unk_3: fc.nat(31) }),
  })
  const values = head.chain(({ version, n }) =>
    fc.array(slot, { minLength: n & 3, maxLength: n & 3 }).chain(slots =>
      fc.record({
        version: fc.constant(version),
        n: fc.constant(n),
        slots: fc.constant(slots),
        between: fc.array(fc.nat(255), { maxLength: 2 }),
        data: fc.tuple(...slots.map(one => data(version, one))),
      }),
    ),
  )
  return { layout, values }
})

/** Records within themselves, framed and counted. */
const trees = fc.constant(null).map((): Sort => {
  const layout = struct('tree', {
    id: u8(),
    children: sized(u16(), array(recursive('tree'), toEnd)),
    more: array(recursive('tree'), 'id & 1'),
  })
  const { tree } = fc.letrec(tie => ({
    tree: fc
      .nat(255)
      .chain(id =>
        fc.record({
          id: fc.constant((id & 1) === 1 && id % 5 > 0 ? id - 1 : id),
          children: fc.oneof(
            { depthSize: 'small', withCrossShrink: true },
            fc.constant([]),
            fc.array(tie('tree'), { maxLength: 2 }),
          ),
        }),
      )
      .chain(({ id, children }) =>
        fc.record({
          id: fc.constant(id),
          children: fc.constant(children),
          more: (id & 1) === 1 ? fc.tuple(fc.constant({ id: 2, children: [], more: [] })) : fc.constant([]),
        }),
      ),
  }))
  return { layout, values: tree }
})

const run = (length: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: length, maxLength: length })

/** Records with plain fields, an array by its own count, one by a formula and one by a count of triples. */
function records(inner: fc.Arbitrary<Sort>): fc.Arbitrary<Sort> {
  const parts = fc.record({
    plain: fc.array(inner, { maxLength: 3 }),
    own: inner,
    told: inner,
    triples: scalars,
    as: fc.constantFrom('u8', 'u16', 'u32', 'i8', 'i16', 'i32'),
  })
  return parts.map(({ plain, own, told, triples, as }): Sort => {
    const layout = struct('record', {
      factor: u8(),
      n: count('own', { as }),
      third: count('triples', { per: 3, as }),
      ...Object.fromEntries(plain.map((sort, k) => [`plain_${k}`, sort.layout])),
      own: array(own.layout, 'n'),
      told: array(told.layout, formula('n + 2 * (factor - factor) + factor * 1')),
      triples: array(triples.layout, formula('3 * third')),
      size: count('run', { as }),
      run: bytes('size'),
      pairs: bytes(formula('2 * factor')),
      bits: bitfield(u8(), { k: [1, 2, { counts: ['left', 'right'] }], on: [3, 5] }),
      left: bytes('bits.k'),
      right: array(u16(), 'bits.k'),
    })
    const values = fc
      .record({ factor: fc.nat(2), n: fc.nat(3), third: fc.nat(2), size: fc.nat(4), k: fc.nat(3) })
      .chain(({ factor, n, third, size, k }) =>
        fc.record({
          factor: fc.constant(factor),
          n: fc.constant(n),
          third: fc.constant(third),
          ...Object.fromEntries(plain.map((sort, k) => [`plain_${k}`, sort.values])),
          own: many(own.values, n),
          told: many(told.values, n + factor),
          triples: many(triples.values, 3 * third),
          size: fc.constant(size),
          run: run(size),
          pairs: run(2 * factor),
          bits: fc.record({ unk_0: fc.nat(1), k: fc.constant(k), on: fc.nat(31) }),
          left: run(k),
          right: many(integer(0, 65535), k),
        }),
      )
    return { layout, values }
  })
}

/** A file: its layout by the number of records in the directory, and its values by that number. */
export interface File {
  readonly layout: (records: number) => AnyLayout
  readonly values: (records: number) => fc.Arbitrary<unknown>
}

/** What a file ends with: nothing, bytes, or lines of text. */
const ENDS: readonly (Sort | undefined)[] = [
  undefined,
  { layout: rest(), values: fc.uint8Array({ maxLength: 5 }) },
  {
    layout: array(line(), toEnd),
    values: fc.array(fc.string({ unit: fc.constantFrom('a', 'я', ' '), maxLength: 4 }), { maxLength: 3 }),
  },
  ...LINES,
]

export const files = fc.tuple(sorts(2), sorts(2), fc.constantFrom(...ENDS)).map(
  ([record, other, end]): File => ({
    layout: n =>
      struct('file', {
        records: array(record.layout, attribute('attr1', n)),
        other: other.layout,
        ...(end && { end: end.layout }),
      }),
    values: n => fc.record({ records: many(record.values, n), other: other.values, ...(end && { end: end.values }) }),
  }),
)

/** Files that are an array from the first byte to the last. */
export const roots = sorts(1)
  .filter(({ layout }) => layout.leastSize > 0)
  .map(({ layout, values }): File => ({ layout: () => array(layout, toEnd), values: n => many(values, n) }))

/** One pass over sorted, disjoint splices; throws where the removed bytes are not those of the image. */
export function applied(before: Uint8Array, splices: readonly Splice[]): Uint8Array {
  const after: number[] = []
  let from = 0
  for (const { offset, removed, inserted } of splices) {
    if (offset < from || removed.some((byte, k) => byte !== before[offset + k])) throw new Error(`splice at ${offset}`)
    after.push(...before.subarray(from, offset), ...inserted)
    from = offset + removed.length
  }
  after.push(...before.subarray(from))
  return Uint8Array.from(after)
}
