import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isUndecodable, payloadOf } from '../../../format'
import { openArchive } from '../nres/nres'
import { RSLI_CODEC } from '../rsli/rsli'
import { retailInstall, sampleInstall, type SampleFile } from './sample'

const hash = (files: readonly SampleFile[]): string =>
  files.reduce((sum, file) => sum.update(file.path).update(file.bytes), createHash('sha256')).digest('hex')

const chunk = (files: readonly SampleFile[], path: string, type: number): { count: number; view: DataView } => {
  const bytes = files.find(file => file.path === path)?.bytes ?? new Uint8Array(0)
  const row = openArchive(bytes).rows.find(({ attributes }) => attributes['type_id'] === type)
  return {
    count: Number(row?.attributes['attr1'] ?? 0),
    view: new DataView(bytes.buffer, bytes.byteOffset + (row?.offset ?? 0), row?.size ?? 0),
  }
}

describe('sample install', () => {
  const files = sampleInstall()

  it('is the same for the same seed and another for another', () => {
    expect(hash(sampleInstall())).toBe(hash(files))
    expect(hash(sampleInstall({ seed: 2 }))).not.toBe(hash(files))
  })

  it('has three maps, one of them of retail size', () => {
    const maps = files.filter(({ path }) => path.endsWith('/Land.map'))
    expect(maps.length).toBeGreaterThanOrEqual(3)
    const msh = 'DATA/MAPS/SC_1/Land.msh'
    expect(chunk(files, 'DATA/MAPS/SC_1/Land.map', 12).count).toBe(1050)
    expect(Math.abs(chunk(files, msh, 3).count / 10500 - 1)).toBeLessThan(0.08)
    expect(Math.abs(chunk(files, msh, 21).count / 7900 - 1)).toBeLessThan(0.05)
    expect([chunk(files, msh, 1).count, chunk(files, msh, 2).count]).toEqual([256, 512])
  })

  it.each([
    [16, files],
    [32, sampleInstall({ maps: [{ name: 'SC_1', seed: 3, tiles: 32, areals: 100 }] })],
  ])('has faces whose neighbours name each other over the same edge, on %d tiles', (_, made) => {
    const { view, count } = chunk(made, 'DATA/MAPS/SC_1/Land.msh', 21)
    let inner = 0
    for (let face = 0; face < count; face++) {
      const byte = view.getUint8(face * 28 + 26)
      for (let edge = 0; edge < 3; edge++) {
        const neighbour = view.getUint16(face * 28 + 14 + edge * 2, true)
        const there = (byte >> (edge * 2)) & 3
        expect(neighbour === 0xffff).toBe(there === 3)
        if (neighbour === 0xffff) continue
        inner++
        expect(view.getUint16(neighbour * 28 + 14 + there * 2, true)).toBe(face)
        expect((view.getUint8(neighbour * 28 + 26) >> (there * 2)) & 3).toBe(edge)
      }
    }
    expect(inner / (count * 3)).toBeGreaterThan(0.9)
  })

  it('has a first batch of two faces, as the game expects of every map', () => {
    for (const { path } of files.filter(file => file.path.endsWith('/Land.msh'))) {
      const { view } = chunk(files, path, 11)
      expect([view.getUint32(0, true), view.getUint32(4, true)]).toEqual([0x00580000, 0x00480001])
    }
  })

  it('has water: faces that lie flat at the height of the first', () => {
    const msh = 'DATA/MAPS/SC_1/Land.msh'
    const faces = chunk(files, msh, 21)
    const positions = chunk(files, msh, 3).view
    const heights = new Set<number>()
    for (let face = 0; face < faces.count; face++) {
      if ((faces.view.getUint32(face * 28, true) & 0x20000) === 0) continue
      for (let corner = 0; corner < 3; corner++)
        heights.add(positions.getFloat32(faces.view.getUint16(face * 28 + 8 + corner * 2, true) * 12 + 8, true))
    }
    expect([...heights]).toEqual([60])
  })

  it('has a library with a row for each packing method', () => {
    const image = files.find(({ path }) => path === 'sprites.lib')?.bytes ?? new Uint8Array(0)
    const { rows } = RSLI_CODEC.open(image)
    expect(new Set(rows.map(({ attributes }) => attributes['method'])).size).toBe(7)
    for (const row of rows) {
      expect(payloadOf(RSLI_CODEC, image, row).length, `${row.encoding}`).toBe(row.unpackedSize ?? row.size)
      expect(isUndecodable(RSLI_CODEC, image, row)).toBe(false)
    }
  })

  it('names in every mission a map that is there', () => {
    const named = files
      .filter(({ path }) => path.endsWith('data.tma'))
      .map(({ bytes }) => /DATA\\MAPS\\(\w+)\\land/.exec(Buffer.from(bytes).toString('latin1'))?.[1])
    expect(named).toHaveLength(3)
    for (const map of named) expect(files.some(({ path }) => path === `DATA/MAPS/${map}/Land.map`)).toBe(true)
  })
})

describe('retail install', () => {
  it('has as many large maps as asked for, each its own', () => {
    const maps = retailInstall(2).filter(({ path }) => path.endsWith('/Land.map'))
    expect(new Set(maps.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))).size).toBe(2)
  })
})
