/**
 * The layout language. A layout is data; names in formulas are fields before it in the record, `..x` of a record around
 * it, `^.x` of the record it is parallel to, `x.y` the range y of the bits of x.
 *
 * | Word | Example |
 * |:--|:--|
 * | numbers | `u8() … i64()`, `f32()`, `bigEndian(u32())`, `vec3()`, `floats(['x', 'y', 'z', 'w'])`, `integers('u8', […])`, `colour()` |
 * | bytes | `bytes(16)`, `bytes('size')`; all that remain: `rest()` |
 * | texts | `text(32)`, `text(36, { fill: 'Default' })`, `text(20, { second: true })`, `lengthPrefixedText(u32(), { nul: 'always' })`, `line()`, `nulText()` |
 * | lines that divide | `textLine({ parts: [{ name: 'key' }, '=', { name: 'value', words: 'text' }] })`; others are one `line`; `or`: other ways to divide |
 * | all that remains as a text; the same stored in another form | `restText()`, `encoded('ei.script', restText(), { key: 'seed' })` |
 * | records | `struct('wear', { n: count('rows'), rows: array(Row, 'n') })`; title in the catalogue: `field.wear.n` |
 * | arrays | `array(X, 4)`, `array(X, 'a + 3 * b')`, `array(X, toEnd)`, `counted(u16(), X)` |
 * | up to a sentinel, itself included | `array(Node, repeatUntil('next == 0'))`; a number is called `value` |
 * | one per record of another array | `array(Blob, parallelTo('slots'))` with `list: array(vec3(), '^.n')` in Blob |
 * | counts | `count('rows', { as: 'i32' })`, `n * (kind != 0)`; of lists in such records `count('blobs/list', { parallel: true })` |
 * | counts in bits of a number | `bitfield(u8(), { n: [0, 3, { counts: ['a', 'b'] }] })` |
 * | words that follow, kept right by the program | `offsetTo('nodes')`, `offsetTo('blobs', { parallel: true })`, `derived(i32(), 'rows.length - 1')` |
 * | the same between records of one array | `slotLink(i16(), 'next')`, `startOfRun(u32(), 'count')` |
 * | records whose lengths may be 0 | `array(atLeast(Row, 3), 'height')` with `cells: array(u16(), '..width')` in Row |
 * | by a tag | `union('word & 255', { 1: Flash, 2: Sound }, otherwise?)` |
 * | sometimes | `optional('version > 2', i32())`; the value has no such key where it is absent |
 * | framed by its size | `sized(u32(), Body, { includesPrefix: true })`; the value is the body's, its path `x/body` |
 * | within itself | `struct('node', { nodes: sized(u32(), array(recursive('node'), toEnd)) })` |
 * | bits of a number | `bitfield(u16(), { mode: [0, 3], mask: [3, 13] })`, `[first bit, bits, meta]` |
 * | the directory row | `array(X, '@attr1')`, given by `withRow(layout, entry.attributes)` |
 * | not understood | `unknown(u32())`, `reserved(u32())` |
 *
 * Unions, optional fields and lengths by names are fields of a record, never direct elements of an array.
 */
export * from './model/codepage'
export { codecOf, registerCodec, type LeafCodec } from './model/codecs'
export * from './document/document'
export { holdsLabels, labelOf } from './document/labels'
export { mayHaveTag, taggedBodies, type TaggedBody } from './document/tags'
export * from './model/error'
export { attribute, formula, parallelTo, repeatUntil, toEnd } from './model/formula'
export * from './model/layout'
export * from './model/meta'
export * from './model/own'
export { read } from './document/read'
export { bigEndian, u8, i8, u16, i16, u32, i32, u64, i64, f32, f64 } from './shapes/scalar'
export { bitfield } from './shapes/bitfield'
export { bytes } from './shapes/bytes'
export { colour, floats, integers, vec3 } from './shapes/vector'
export { count } from './shapes/count'
export { derived, followingOf, offsetTo, slotLink, startOfRun } from './shapes/following'
export { matchedRecords, maskedRecords, recordMoves } from './matched'
export { joinedMoves, RecordMap, type RecordRun } from './record-map'
export { spliceRecords, type RecordsEdit } from './splice-records'
export { badgeNames } from './badges'
export { namingFields, referringFields, ruleOf, type ReferringField } from './naming'
export { isWithin, recordPlace, referredArrays, referredBy, refersTo, turnedReferences } from './references'
export { follow, isRightWord, isSteeringWord, repairedWords } from './follow'
export { invertMove, rebasePath } from './model/moves'
export { line, nulText } from './shapes/line'
export { encoded } from './shapes/encoded'
export { rest } from './shapes/rest'
export { restText } from './shapes/rest-text'
export { lengthPrefixedText } from './shapes/prefixed-text'
export { guarded, isRead, isSteered } from './guard'
export { recursive } from './shapes/recursive'
export { sized } from './shapes/sized'
export { text } from './shapes/text'
export { textLine, type LinePart, type LineParts } from './shapes/text-line'
export { optional, union } from './shapes/union'
export { atLeast, reserved, unknown, withFormer, withMeta } from './shapes/fixed'
export * from './shapes/views'
export { partsOf, typeOf } from './shapes/table'
export type { NumberPart, Part } from './shapes/operations'
export * from './model/shape'
export { array, counted, struct, withAttributes, withRow } from './shapes/declare'
export * from './model/splice'
export { encode, write, type Written } from './document/write'
export * from './columns/columns'
export * from './record'
export type { Column, ColumnOf } from './columns/column-fill'
export { attributeCounts, encodeAt, insertRecords, removeRecords } from './assign'
export { assign, assignAll, type Assigned } from './assign-all'
export { fromJson, jsonPath, toJson, valueToJson, type JsonOptions } from './json/json'
export { placeInJson, readJson, type Json } from './json/json-text'
export { describe } from './json/describe'
export { isUnexplained, unknownBytes } from './document/findings'
export * from './json/form'
export { brokenLaws, coversOnce, leaves } from './laws'
export { jsonSchema, type JsonSchema, type Named, type Say } from './json/schema'
export {
  commonPrefix,
  differingRuns,
  isSameRange,
  JOIN_DISTANCE,
  joinedBytes,
  joinedSplices,
  trimmed,
} from './document/runs'
export { isTailed, wordsOf, withWords } from './document/words'
export { f32Text, f64Text, fromHex, hasBit, readInteger, toHex } from './model/numbers'
