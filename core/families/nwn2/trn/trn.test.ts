import { describe, expect, it } from 'vitest'
import { nameText, payloadOf, tryOpen, type PresentRow } from '../../../format'
import type { Bytes } from '../../../layout'
import { areaFile } from '../sample/files'
import { areaSize } from '../sample/ground'
import { sampleMesh } from '../sample/mesh'
import { isComp, packComp, unpackComp } from './comp'
import { TRN_CODEC } from './trn-codec'

const mesh = sampleMesh({ width: 1, height: 1, tileWidth: 9, cells: 2, heightAt: () => 0, surfaceAt: () => 0x20 }, true)
const unknown = Uint8Array.of(1, 2, 3, 4, 5)
const image = areaFile([
  ['TRWH', areaSize(1, 1)],
  ['ASWM', mesh],
  ['XTRA', unknown],
])

const presentOf = (bytes: Bytes): readonly PresentRow[] =>
  TRN_CODEC.open(bytes).rows.map(({ id, attributes }) => ({ id: String(id), attributes }))
const contentOf = (bytes: Bytes): readonly (readonly [string, number[]])[] =>
  TRN_CODEC.open(bytes).rows.map(row => [nameText(row.attributes['name']), [...payloadOf(TRN_CODEC, bytes, row)]])
const same = (a: Bytes, b: Bytes): boolean => Buffer.from(a).equals(Buffer.from(b))
/** The image with bytes at a place. */
const spoilt = (at: number, ...bytes: number[]): Bytes => {
  const copy = image.slice()
  copy.set(bytes, at)
  return copy
}

describe('the container of an area', () => {
  it('gives its bytes for the rows that it has, whether payloads are given or not', () => {
    const given = presentOf(image).map((row, k) => {
      const found = TRN_CODEC.open(image).rows[k]
      return found ? { ...row, payload: payloadOf(TRN_CODEC, image, found).slice() } : row
    })
    expect(same(TRN_CODEC.pack(image, presentOf(image)).bytes, image)).toBe(true)
    expect(same(TRN_CODEC.pack(image, given).bytes, image)).toBe(true)
  })

  it('adds, removes and renames packets; the others keep their stored bytes', () => {
    const [size, walk] = presentOf(image)
    if (!size || !walk) throw new Error('rows')
    const added = { id: '+0', attributes: { name: 'WATR' }, payload: Uint8Array.of(9, 9) }
    const renamed = { ...size, attributes: { name: 'TRWX' } }
    const packed = TRN_CODEC.pack(image, [added, walk, renamed])
    expect(contentOf(packed.bytes)).toEqual([
      ['WATR', [9, 9]],
      ['ASWM', [...mesh]],
      ['TRWX', [...areaSize(1, 1)]],
    ])
    const places = TRN_CODEC.open(packed.bytes).rows.map(({ offset, size: bytes }) => [offset, bytes])
    expect(packed.rows.map(({ offset, size: bytes }) => [offset, bytes])).toEqual(places)
    expect(TRN_CODEC.open(packed.bytes).regions.filter(({ kind }) => kind === 'gap')).toEqual([])
  })

  it('keeps gaps, and gives a packet that shares its bytes a place of its own when it is changed', () => {
    const rows = TRN_CODEC.open(image).rows
    const xtra = (rows[2]?.offset ?? 0) - 8
    // The directory's third row leads to the packet of the first; the bytes of XTRA belong to no packet.
    const at = 12 + 2 * 8 + 4
    const shared = spoilt(at, 36, 0, 0, 0)
    const gaps = TRN_CODEC.open(shared).regions.filter(({ kind }) => kind === 'gap')
    expect(gaps.map(({ offset, size }) => [offset, size])).toEqual([[xtra, 13]])
    const present = presentOf(shared).map((row, k) => (k === 2 ? { ...row, payload: Uint8Array.of(7) } : row))
    const packed = TRN_CODEC.pack(shared, present).bytes
    expect(packed.length).toBe(shared.length + 9)
    expect(contentOf(packed)).toEqual([
      ['TRWH', [...areaSize(1, 1)]],
      ['ASWM', [...mesh]],
      ['XTRA', [7]],
    ])
  })

  it('is refused where header or directory are not there, whatever the count says', () => {
    for (const bytes of [image.subarray(0, 10), spoilt(0, 0x58), spoilt(8, 0xff, 0xff, 0xff, 0xff)])
      expect(tryOpen(TRN_CODEC, bytes)).toBeUndefined()
  })
})

describe('a packed walkmesh', () => {
  const stored = packComp(mesh)
  const withWords = (packed: number, unpacked: number): Bytes => {
    const copy = stored.slice()
    for (let byte = 0; byte < 4; byte++) {
      copy[4 + byte] = (packed >>> (8 * byte)) & 0xff
      copy[8 + byte] = (unpacked >>> (8 * byte)) & 0xff
    }
    return copy
  }
  const size = stored.length - 12

  it('is unpacked to what was packed', () => {
    expect(isComp(stored)).toBe(true)
    const again = unpackComp(stored)
    expect(again instanceof Uint8Array && same(again, mesh)).toBe(true)
  })

  it.each([
    ['truncated', stored.subarray(0, 11)],
    ['length', withWords(size - 1, mesh.length)],
    ['length', withWords(0xffffffff, mesh.length)],
    ['size', withWords(size, mesh.length - 1)],
    ['size', withWords(size, mesh.length + 1)],
    ['size', withWords(size, 0xfffffff0)],
    ['size', withWords(size, 0x7000000)],
  ] as const)('of a lying header is refused: %s', (fault, bytes) => {
    expect(unpackComp(bytes)).toBe(fault)
  })

  it('of a damaged stream is refused, its stored bytes are the payload and stay as they are', () => {
    const damaged = spoilt((TRN_CODEC.open(image).rows[1]?.offset ?? 0) + 20, 0xff, 0xff, 0xff)
    const row = TRN_CODEC.open(damaged).rows[1]
    if (!row) throw new Error('row')
    expect(TRN_CODEC.fault?.(damaged, row)?.code).toMatch(/^aswm\.comp\.(?:stream|size)$/)
    const payload = payloadOf(TRN_CODEC, damaged, row)
    expect(payload.length).toBe(row.size)
    expect(same(TRN_CODEC.encode?.(payload, 'comp') ?? mesh, payload)).toBe(true)
    expect(same(TRN_CODEC.pack(damaged, presentOf(damaged)).bytes, damaged)).toBe(true)
  })
})

describe('attributes of packets', () => {
  it.each([
    [{ name: 'ASW' }, 'trn.name'],
    [{ name: 'TRWH', encoding: 'comp' }, 'trn.encoding'],
    [{ name: 'ASWM', encoding: 'zlib' }, 'trn.encoding'],
    [{ name: 'ASWM', row: 0, more: 1 }, 'trn.attribute-unknown'],
  ])('%j are refused', (attributes, code) => {
    expect(() => TRN_CODEC.validate(attributes)).toThrowError(code)
  })
  it('of a new walkmesh say that it is packed', () => {
    const attributes = TRN_CODEC.newAttributes('aswm.bin')
    expect(attributes).toEqual({ name: 'ASWM', encoding: 'comp' })
    expect(() => TRN_CODEC.validate(attributes)).not.toThrow()
  })
})
