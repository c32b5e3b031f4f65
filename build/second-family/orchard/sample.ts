import type { SampleFile } from '@areal-studio/core/format'
import { write, type Bytes } from '@areal-studio/core/layout'
import { chestOf } from './chest'
import { Field } from './field'

/** A field of rows by columns of beds, 10 units apart. */
function fieldOf(title: string, columns: number, rows: number): Bytes {
  const beds = Array.from({ length: columns * rows }, (_, at) => ({
    x: (at % columns) * 10,
    y: Math.floor(at / columns) * 10,
    width: 9,
    depth: 9,
    crop: 1 + (at % 3),
    unk_18: 0xabcd,
  }))
  return write(Field, { magic: 'FLD1', title, total: beds.length, beds }).bytes
}

const sound = (length: number): Bytes => Uint8Array.from({ length }, (_, at) => at >> 5)

/** A small install: a chest with both ways to store a payload, and a field beside it. */
export const sampleInstall = (): readonly SampleFile[] => [
  {
    path: 'maps/south.chest',
    bytes: chestOf({
      'south.fld': { bytes: fieldOf('Südhang', 6, 4), runs: 1 },
      'north.fld': { bytes: fieldOf('Nordhang', 2, 2), runs: 0 },
      'wind.raw': { bytes: sound(300), runs: 1 },
    }),
  },
  { path: 'maps/lone.fld', bytes: fieldOf('Alone', 3, 1) },
]
