import { latinText, type EntryInfo, type Format } from '../../../format'
import { declaredFormat } from '../../../format/declared-format'
import type { Report } from '../../../format/report'
import { column, columns, locate, offsets, rangeOf, type Document } from '../../../layout'
import { groundPaints } from './ground-paints'
import { GROUND_MESH, WATER_MESH } from './ground-mesh'
import { Face, TRRN, TRWH, WATR } from './terrain'
import { MASK_CONVERSIONS, maskPictures, WEIGHT_CONVERSIONS, weightPictures } from './weight-maps'

const isPacket =
  (name: string) =>
  (entry: EntryInfo): boolean =>
    entry.container?.format === 'nwn2.trn' && entry.name === name

interface Codes {
  readonly cut: string
  readonly trailing: string
  readonly nan: string
  readonly vertex: string
  readonly dds: string
}
const GROUND: Codes = {
  cut: 'trrn.truncated',
  trailing: 'trrn.trailing',
  nan: 'trrn.vertex.nan',
  vertex: 'trrn.triangle.vertex',
  dds: 'trrn.dds',
}
const WATER: Codes = {
  cut: 'watr.truncated',
  trailing: 'watr.trailing',
  nan: 'watr.vertex.nan',
  vertex: 'watr.triangle.vertex',
  dds: 'watr.dds',
}

/** Vertices that are no number, and triangles that name no vertex (nwn2 6.2, 6.3). */
function checkSurface(codes: Codes, opened: Document, report: Report): void {
  const { position } = columns(opened, 'vertices', { position: 'f32' })
  const at = offsets(opened, 'vertices')
  const count = position.length / 3
  for (let vertex = 0; vertex < count; vertex++) {
    const isNumber = [0, 1, 2].every(axis => !Number.isNaN(position[vertex * 3 + axis]))
    if (isNumber) continue
    const range = [at[vertex] ?? 0, 12] as const
    report.error(codes.nan, { vertex }, { path: `vertices/${vertex}/position`, range })
  }
  const faces = columns(opened, 'triangles', { v0: 'u16', v1: 'u16', v2: 'u16' })
  const faceAt = offsets(opened, 'triangles')
  for (const corner of ['v0', 'v1', 'v2'] as const) {
    faces[corner].forEach((vertex, triangle) => {
      if (vertex < count) return
      const place = { path: `triangles/${triangle}/${corner}`, range: rangeOf(faceAt[triangle] ?? 0, Face, corner) }
      report.error(codes.vertex, { triangle, vertex, n: count }, place)
    })
  }
}

/** A picture that does not begin as a DDS file does. */
function checkPicture(codes: Codes, field: string, opened: Document, report: Report): void {
  const node = locate(opened, field)
  if (!node?.isWhole) return
  const { offset, size } = node
  if (latinText(opened.bytes.subarray(offset, offset + Math.min(4, size))) === 'DDS ') return
  report.warning(codes.dds, { field, size }, { path: field, range: [offset, size] })
}

function checkWaterFlags(opened: Document, report: Report): void {
  const at = offsets(opened, 'triangle_flags')
  column(opened, 'triangle_flags', '', 'u32').forEach((flag, triangle) => {
    if (flag <= 1) return
    const place = { path: `triangle_flags/${triangle}`, range: [at[triangle] ?? 0, 4] as const }
    report.warning('watr.triangle-flag', { triangle, flag }, place)
  })
}

/** The packets of an area beside its walkmesh (nwn2 6). */
export const TERRAIN_FORMATS: readonly Format[] = [
  declaredFormat({
    id: 'nwn2.trwh',
    match: isPacket('TRWH'),
    layout: () => TRWH,
    codes: { cut: 'trwh.truncated', trailing: 'trwh.trailing' },
  }),
  {
    ...declaredFormat({
      id: 'nwn2.trrn',
      match: isPacket('TRRN'),
      layout: () => TRRN,
      codes: GROUND,
      rules(opened, report) {
        checkSurface(GROUND, opened, report)
        checkPicture(GROUND, 'dds_a', opened, report)
        checkPicture(GROUND, 'dds_b', opened, report)
      },
    }),
    conversions: [...WEIGHT_CONVERSIONS, ...GROUND_MESH],
    pictures: weightPictures,
    paints: groundPaints,
  },
  {
    ...declaredFormat({
      id: 'nwn2.watr',
      match: isPacket('WATR'),
      layout: () => WATR,
      codes: WATER,
      rules(opened, report) {
        checkSurface(WATER, opened, report)
        checkWaterFlags(opened, report)
        checkPicture(WATER, 'dds', opened, report)
      },
    }),
    conversions: [...MASK_CONVERSIONS, ...WATER_MESH],
    pictures: maskPictures,
  },
]
