import { latinBytes } from '../../../format'
import { write, newRecord, type Bytes } from '../../../layout'
import { ERF_CODEC } from '../erf/erf'
import { ErfHeader, HEADER_SIZE as ERF_HEADER_SIZE } from '../erf/resources'
import { GFF_TREE } from '../gff/gff-tree'
import { writeGff } from '../gff/gff-write'
import { HEADER_SIZE, TrnHeader } from '../trn/packets'
import { TRN_CODEC } from '../trn/trn-codec'

export const textBytes = (text: string): Bytes => latinBytes(text) ?? new Uint8Array(0)

const rowsOf = (files: readonly (readonly [name: string, payload: Bytes])[], attributesOf: (name: string) => object) =>
  files.map(([name, payload], k) => ({ id: `+${k}`, attributes: { ...attributesOf(name) }, payload }))

/** An area file of these packets; the walkmesh is packed as the toolset does. */
export function areaFile(packets: readonly (readonly [type: string, payload: Bytes])[]): Bytes {
  const empty = new Uint8Array(HEADER_SIZE)
  empty.set(newRecord(TrnHeader, { version_major: 2, version_minor: 3 }))
  empty.set(textBytes('NWN2'))
  return TRN_CODEC.pack(empty, rowsOf(packets, TRN_CODEC.newAttributes)).bytes
}

/** A module or a hak of version V1.1. */
export function archiveFile(type: 'MOD ' | 'HAK ', files: readonly (readonly [name: string, payload: Bytes])[]): Bytes {
  const empty = new Uint8Array(ERF_HEADER_SIZE)
  const [keys, offset] = [ERF_HEADER_SIZE, ERF_HEADER_SIZE]
  empty.set(
    newRecord(ErfHeader, {
      strings_offset: offset,
      keys_offset: keys,
      resources_offset: offset,
      build_year: 108,
      build_day: 120,
    }),
  )
  empty.set(textBytes(`${type}V1.1`))
  return ERF_CODEC.pack(empty, rowsOf(files, ERF_CODEC.newAttributes)).bytes
}

/** A field of a tree: label, type, value as the layout has it. */
export type TreeField = readonly [label: string, type: number, value: unknown]

export const structOf = (struct_type: number, fields: readonly TreeField[]): object => ({
  struct_type,
  field_count: fields.length,
  fields: fields.map(([label, type, value]) => ({ type, label, value })),
})
export const listOf = (items: readonly object[]): object => ({ item_count: items.length, items })
export const localText = (text: string): object => ({ strref: 0xffffffff, string_count: 1, strings: [{ id: 0, text }] })

/** A GFF file of a type of four letters. */
export function treeFile(type: string, fields: readonly TreeField[]): Bytes {
  const { bytes } = write(GFF_TREE, { top: structOf(0xffffffff, fields) })
  return writeGff(bytes, textBytes(`${type}V3.2`))
}
