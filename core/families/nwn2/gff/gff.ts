import { sameAttribute, sameBytes, type Attributes } from '../../../edit'
import {
  latinText,
  StudioError,
  type Archive,
  type ArchiveCodec,
  type DecodeFault,
  type EntryInfo,
  type Format,
  type Opened,
  type OutlineLevel,
  type PackedImage,
  type PresentRow,
  type Problem,
  type RowPlace,
} from '../../../format'
import { isExplained } from '../../../format/fields'
import { reportOn, type Report } from '../../../format/report'
import { document, rangeOf, struct, text, type Bytes, type Document } from '../../../layout'
import { checkCutters } from './cutters'
import { gffOf, type Run } from './gff-read'
import { GFF_TREE } from './gff-tree'
import { gitScene } from './git-scene'
import { writeGff } from './gff-write'
import { GffHeader, HEADER_SIZE } from './sections'

const ENCODING = 'gff'
/** Endings of files that are such trees (nwn2 17.2, 18). */
const NAME = /\.(?:git|are|gic|ifo|ut[cdeimprstw]|uen|ult|upe|dlg|itp|fac|jrl|gff|pfb|bic|cam)$/i
/** A tree without fields: the top struct. */
const EMPTY_TREE = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0)

const within: OutlineLevel[] = []
const fieldsAt = (array: string): OutlineLevel => ({ array, names: ['label', 'value'], isFlat: true, levels: within })
// Of a struct its fields, of a list those of its structs.
within.push(fieldsAt('value/fields'), { array: 'value/items', isFlat: true, levels: [fieldsAt('fields')] })

const wordOf = (bytes: Bytes, field: 'file_type' | 'file_version'): string => {
  const [at, size] = rangeOf(0, GffHeader, field)
  return latinText(bytes.subarray(at, at + size))
}
const typeOf = (bytes: Bytes): string => wordOf(bytes, 'file_type').trim() || 'GFF'

/** The file as an archive of one entry, its tree. Throws StudioError `gff.damaged` for what has no header. */
function openTree(bytes: Bytes): Archive {
  const file = gffOf(bytes)
  const refusal = file.faults.find(({ code }) => code.startsWith('gff.header'))
  if (refusal) throw new StudioError('gff.damaged', { problem: refusal.code })
  const attributes = { name: typeOf(bytes), row: 0 }
  const size = bytes.length - HEADER_SIZE
  const row = { id: 0, attributes, offset: HEADER_SIZE, size, isReadable: true, encoding: ENCODING }
  return {
    rows: [{ ...row, ...(file.tree && { unpackedSize: file.tree.length }) }],
    regions: [{ kind: 'header', offset: 0, size: HEADER_SIZE }],
    isSound: true,
  }
}

/**
 * A file of the present tree. Where the tree differs in values of the same size, these are overwritten and all other bytes
 * stay; otherwise the file is written in the order of the toolset (nwn2 18.3). Throws StudioError `gff.damaged`, `gff.row`.
 */
function pack(pristine: Bytes, present: readonly PresentRow[]): PackedImage {
  openTree(pristine)
  if (present.length > 1) throw new StudioError('gff.row')
  const [row] = present
  const { tree, runs } = gffOf(pristine)
  const payload = row ? row.payload : EMPTY_TREE
  const bytes = payload ? packTree(pristine, tree, runs, payload) : pristine
  return { bytes, rows: row ? [{ id: row.id, offset: HEADER_SIZE, size: bytes.length - HEADER_SIZE }] : [] }
}

function packTree(pristine: Bytes, tree: Bytes | undefined, runs: readonly Run[], payload: Bytes): Bytes {
  if (!tree) {
    // The sections as they lie are the payload of a file that cannot be read.
    const bytes = new Uint8Array(HEADER_SIZE + payload.length)
    bytes.set(pristine.subarray(0, HEADER_SIZE))
    bytes.set(payload, HEADER_SIZE)
    return bytes
  }
  if (sameBytes(tree, payload)) return pristine
  if (!document(GFF_TREE, payload).isWhole) throw new StudioError('gff.row')
  return patched(pristine, tree, runs, payload) ?? writeGff(payload, pristine)
}

/** The file with other values of the same sizes; undefined where more than that differs, or values share their bytes. */
function patched(pristine: Bytes, tree: Bytes, runs: readonly Run[], payload: Bytes): Bytes | undefined {
  if (payload.length !== tree.length) return undefined
  const bytes = pristine.slice()
  const written = new Set<number>()
  let from = 0
  for (const { at, size, source } of runs) {
    if (!sameRange(tree, payload, from, at)) return undefined
    from = at + size
    if (sameRange(tree, payload, at, from)) continue
    if (written.has(source)) return undefined
    written.add(source)
    bytes.set(payload.subarray(at, from), source)
  }
  const isShared = runs.some(
    ({ at, size, source }) => !sameBytes(bytes.subarray(source, source + size), payload.subarray(at, at + size)),
  )
  return isShared || !sameRange(tree, payload, from, tree.length) ? undefined : bytes
}

function sameRange(a: Bytes, b: Bytes, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (a[at] !== b[at]) return false
  return true
}

/** Behind the header, as the row of the tree is; the header's own faults have their places in the file. */
function fault(image: Bytes): DecodeFault | undefined {
  const found = gffOf(image).faults.find(({ severity }) => severity === 'error')
  if (!found) return undefined
  const { code, params } = found
  const [offset, size] = found.range
  return { code, params, ...(offset >= HEADER_SIZE && { range: [offset - HEADER_SIZE, size] as const }) }
}

function validate(attributes: Attributes, place?: RowPlace): void {
  const before = place?.before
  if (!before || !sameAttribute(attributes['name'] ?? '', before['name'])) throw new StudioError('gff.row')
}

export const GFF_CODEC: ArchiveCodec = {
  open: openTree,
  pack,
  decode: image => gffOf(image).tree,
  fault,
  encodingOf: () => ENCODING,
  // What is no tree is the sections of a file that cannot be read.
  encode: payload =>
    document(GFF_TREE, payload).isWhole ? writeGff(payload, new Uint8Array(0)).subarray(HEADER_SIZE) : payload,
  newAttributes: name => ({ name }),
  validate,
  attributes: struct('nwn2-tree-row', { name: text(4, { page: 'latin1', source: 'nwn2 18.1' }) }),
}

const isTree = ({ name, head, container }: EntryInfo): boolean =>
  container?.format !== 'nwn2.gff' && (wordOf(head, 'file_version') === 'V3.2' || NAME.test(name))

/** Trees of labelled fields: areas, their objects, modules (nwn2 18). */
export const GFF: Format = {
  id: 'nwn2.gff',
  match: isTree,
  archive: GFF_CODEC,
  async check(entry: Opened): Promise<readonly Problem[]> {
    const report = reportOn(entry)
    const { base } = entry
    const { tree, faults } = gffOf(base)
    const add = { error: report.error, warning: report.warning, info: report.info }
    for (const { code, severity, params, range } of faults) add[severity](code, params, { range })
    if (tree && !sameBytes(writeGff(tree, base), base)) report.info('gff.order', {}, {})
    return report.problems()
  },
}

function checkTree(
  entry: Opened,
  rules: (tree: Document, report: Report) => void = () => undefined,
): Promise<readonly Problem[]> {
  const report = reportOn(entry)
  const tree = document(GFF_TREE, entry.bytes)
  isExplained(tree, { cut: 'gff.tree', trailing: 'gff.tree' }, report)
  rules(tree, report)
  return Promise.resolve(report.problems())
}

/** What such a file contains. */
export const TREE: Format = {
  id: 'nwn2.gff-tree',
  match: ({ container }) => container?.format === 'nwn2.gff',
  layout: () => GFF_TREE,
  outline: [fieldsAt('top/fields')],
  check: entry => checkTree(entry),
}

/** The objects of an area, which are drawn over its walkmesh. */
export const GIT_TREE: Format = {
  ...TREE,
  id: 'nwn2.git-tree',
  match: ({ container }) => container?.format === 'nwn2.gff' && /\.git$/i.test(container.name),
  scene: gitScene,
  check: entry => checkTree(entry, checkCutters),
}
