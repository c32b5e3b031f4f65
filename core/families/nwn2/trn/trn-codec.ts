import { sameAttribute, type Attributes } from '../../../edit'
import {
  latinBytes,
  nameText,
  storedOf,
  StudioError,
  type Archive,
  type ArchiveCodec,
  type ArchiveRow,
  type RowPlace,
} from '../../../format'
import { struct, text, type Bytes } from '../../../layout'
import { compSizes, declaredSize, faultRange, isComp, packComp, unpackComp, type CompFault } from './comp'
import { packetsOf, refusalOf, TYPE_SIZE, type Packet } from './packets'
import { regionsOf } from './regions'
import { packPackets } from './trn-pack'

/** The packet of the walkmesh, the only one that is stored packed (nwn2 3.1). */
const WALKMESH = 'ASWM'
const ENCODING = 'comp'

const FAULT_CODES: Readonly<Record<CompFault, string>> = {
  truncated: 'aswm.comp.truncated',
  length: 'aswm.comp.length',
  size: 'aswm.comp.size',
  stream: 'aswm.comp.stream',
  tail: 'aswm.comp.tail',
}

/** Rows and regions of a container. Throws StudioError `trn.damaged`; its param `problem` is the code of the problem that is shown. */
function openPackets(bytes: Bytes): Archive {
  const refusal = refusalOf(bytes)
  if (refusal) throw new StudioError('trn.damaged', { problem: refusal.code })
  const packets = packetsOf(bytes)
  return {
    rows: packets.map((packet): ArchiveRow => rowOf(bytes, packet)),
    regions: regionsOf(bytes, packets),
    isSound: packets.every(({ isReadable }) => isReadable),
  }
}

function rowOf(bytes: Bytes, { id, type, offset, size, isReadable }: Packet): ArchiveRow {
  const stored = bytes.subarray(offset, offset + size)
  const row = { id, offset, size, isReadable }
  if (type !== WALKMESH || !isComp(stored)) return { ...row, attributes: { name: type, row: id } }
  const unpackedSize = declaredSize(stored)
  const attributes = { name: type, encoding: ENCODING, row: id }
  return { ...row, attributes, encoding: ENCODING, ...(unpackedSize !== undefined && { unpackedSize }) }
}

const encodingOf = ({ encoding }: Attributes): string | undefined => (encoding === ENCODING ? ENCODING : undefined)

function validate(attributes: Attributes, place?: RowPlace): void {
  const { name = '', row: _row, encoding, ...others } = attributes
  const before = place?.before
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new StudioError('trn.attribute-unknown', { name: unknown })
  const isSameName = before !== undefined && sameAttribute(name, before['name'])
  const words = nameText(name)
  if (!isSameName && latinBytes(words)?.length !== TYPE_SIZE) throw new StudioError('trn.name', { name: words })
  const isSame = isSameName && sameAttribute(encoding ?? '', before['encoding'] ?? '')
  if (isSame || encoding === undefined) return
  if (encoding !== ENCODING || words !== WALKMESH) throw new StudioError('trn.encoding', { name: words })
}

const newAttributes = (name: string): Attributes => {
  const type = name.replace(/\..*$/, '').toUpperCase()
  return { name: type, ...(type === WALKMESH && { encoding: ENCODING }) }
}

/** A row of the directory, for forms, JSON and queries (nwn2 2.1). */
const RowAttributes = struct('nwn2-packet-row', {
  name: text(TYPE_SIZE, { page: 'latin1', certainty: 'confirmed', source: 'nwn2 2.1' }),
})

/** TRN and TRX, and everything else that is made of such packets. */
export const TRN_CODEC: ArchiveCodec = {
  open: openPackets,
  pack: (pristine, present) => packPackets(TRN_CODEC, pristine, present),
  decode(image, row) {
    const payload = unpackComp(storedOf(image, row))
    return payload instanceof Uint8Array ? payload : undefined
  },
  fault(image, row) {
    const stored = storedOf(image, row)
    const fault = unpackComp(stored)
    if (fault instanceof Uint8Array) return undefined
    const { packed = 0, unpacked = 0 } = compSizes(stored) ?? {}
    const params = { size: stored.length, packed, unpacked }
    return { code: FAULT_CODES[fault], params, range: faultRange(stored, fault) }
  },
  encodingOf,
  // Stored bytes that cannot be unpacked are their own payload: they are in the envelope already.
  encode: payload => (isComp(payload) ? payload : packComp(payload)),
  newAttributes,
  validate,
  attributes: RowAttributes,
}
