import type { Format, Opened, RegionTools, SurfaceItem } from '@areal-studio/core/format'
import { declaredFormat } from '../../../core/format/declared-format'
import { array, count, f32, read, struct, text, u16, unknown, type Bytes } from '@areal-studio/core/layout'

const Bed = struct('bed', { x: f32(), y: f32(), width: f32(), depth: f32(), crop: u16(), unk_18: unknown(u16()) })

/** Rectangles of ground with a crop each. */
export const Field = struct('orchard-field', {
  magic: text(4),
  title: text(16, { page: 'cp1252' }),
  total: count('beds'),
  beds: array(Bed, 'total'),
})

const MAGIC = Uint8Array.from('FLD1', letter => letter.charCodeAt(0))

const bedsOf = (bytes: Bytes) =>
  read(Field, bytes).beds.map(({ x, y, width, depth, crop }) => {
    const [left = 0, front = 0, wide = 0, deep = 0] = [x, y, width, depth].map(Number)
    return { left, front, right: left + wide, back: front + deep, crop }
  })

type BedPlace = ReturnType<typeof bedsOf>[number]

const corners = ({ left, front, right, back }: BedPlace): readonly number[] => [
  ...[left, front, 0],
  ...[right, front, 0],
  ...[right, back, 0],
  ...[left, back, 0],
]

function surface({ path, bytes }: Opened): SurfaceItem {
  const beds = bedsOf(bytes)
  return {
    kind: 'surface',
    id: 'beds',
    layer: 'regions',
    noun: 'bed',
    entry: path,
    array: 'beds',
    positions: Float32Array.from(beds.flatMap(corners)),
    indices: Uint32Array.from(beds.flatMap((_, bed) => [0, 1, 2, 0, 2, 3].map(corner => 4 * bed + corner))),
    records: Uint32Array.from(beds.flatMap((_, bed) => [bed, bed])),
    recordCount: beds.length,
    rings: Uint32Array.from({ length: 4 * beds.length }, (_, vertex) => vertex),
    ringStarts: Uint32Array.from({ length: beds.length + 1 }, (_, bed) => 4 * bed),
    anchors: Float32Array.from(
      beds.flatMap(({ left, front, right, back }) => [(left + right) / 2, (front + back) / 2, 0]),
    ),
    fields: { crop: Uint32Array.from(beds, ({ crop }) => crop) },
    colouring: ['crop'],
    paint: [{ field: 'crop', as: 'value', most: 0xffff }],
    shapedBy: ['x', 'y', 'width', 'depth'],
  }
}

function tools({ bytes }: Opened): RegionTools {
  const beds = bedsOf(bytes)
  const within = (x: number, y: number, reach: number): readonly number[] =>
    beds.flatMap(({ left, front, right, back }, bed) =>
      x > left - reach && x < right + reach && y > front - reach && y < back + reach ? [bed] : [],
    )
  return { count: beds.length, at: (x, y) => within(x, y, 0), around: within }
}

/** The map of the orchard. */
export const FIELD: Format = {
  ...declaredFormat({
    id: 'orchard.field',
    match: () => false,
    layout: () => Field,
    codes: { cut: 'orchard.cut', trailing: 'orchard.trailing' },
    rules({ bytes }, report) {
      read(Field, bytes).beds.forEach(({ crop }, bed) => {
        if (crop === 0) report.warning('orchard.fallow', { bed }, { path: `beds/${bed}/crop` })
      })
    },
  }),
  magic: [{ at: 0, bytes: MAGIC }],
  numbered: 'beds',
  scene: entry => Promise.resolve([surface(entry)]),
  regions: entry => Promise.resolve(tools(entry)),
}
