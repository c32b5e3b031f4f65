import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allFamilies } from '@areal-studio/core'
import { apply, type Attributes } from '@areal-studio/core/edit'
import { SiblingCounts, type Candidate } from '@areal-studio/core/format'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { loadFamilies } from '../state/families'
import { openReplica, type Replica } from '../state/replica'
import { isFree, replaceBytes } from './byte-edits'
import { withInsertion } from './use-insertion'

const infoOf = (path: string, bytes: Uint8Array, attributes: Attributes): Candidate => ({
  path,
  name: path,
  size: bytes.length,
  attributes,
  head: bytes.subarray(0, 16),
  container: path.includes('!')
    ? { path: 'Land.map', name: 'Land.map', format: 'nres', siblings: new SiblingCounts(() => [attributes]) }
    : null,
})

await loadFamilies()
const FORMATS = (await allFamilies()).flatMap(family => family.formats)
const formatId = (path: string, bytes: Uint8Array, attributes: Attributes): string =>
  FORMATS.find(known => known.layout && known.match(infoOf(path, bytes, attributes)))?.id ?? ''

function opened(path: string, bytes: Uint8Array, format = '', attributes: Attributes = {}): Replica {
  const info = infoOf(path, bytes, attributes)
  const image = {
    entry: path,
    info,
    revision: 0,
    bytes,
    attributes,
    size: bytes.length,
    isEditable: true,
    isPristine: true,
    ...(format !== '' && { format }),
  }
  return openReplica(image, () => Promise.resolve(bytes))
}

describe('bytes put in place of others', () => {
  it('are where they were asked for, and nothing else is touched', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array({ maxLength: 9 }), fc.nat(), fc.nat(), (bytes, inserted, one, two) => {
        const [start = 0, end = 0] = [one % (bytes.length + 1), two % (bytes.length + 1)].sort((a, b) => a - b)
        const after = apply(bytes, replaceBytes(opened('a.bin', bytes), start, end, inserted).splices)
        expect([...after]).toEqual([...bytes.slice(0, start), ...inserted, ...bytes.slice(end)])
        expect([...withInsertion(bytes, { at: start, bytes: inserted })]).toEqual([
          ...bytes.slice(0, start),
          ...inserted,
          ...bytes.slice(start),
        ])
      }),
      { seed: 31 },
    )
  })

  it('that are not there any more are refused', () => {
    const replica = opened('a.bin', new Uint8Array(4))
    for (const [start, end] of [
      [-1, 2],
      [3, 2],
      [2, 5],
    ] as const) {
      expect(() => replaceBytes(replica, start, end, new Uint8Array())).toThrow(
        expect.objectContaining({ code: 'hex.moved' }),
      )
    }
  })

  it('may change the length of text, not of a record of fixed length', () => {
    const files = sampleInstall({ maps: [{ name: 'AutoMAP', seed: 5, tiles: 1, areals: 30 }] })
    const list = files.find(file => file.path === 'BuildDat.lst')?.bytes ?? new Uint8Array()
    expect(isFree(opened('BuildDat.lst', list, formatId('BuildDat.lst', list, {})), 1)).toBe(true)
    const archive = files.find(file => file.path.endsWith('Land.map'))?.bytes ?? new Uint8Array()
    // One entry behind the header of 16 bytes; its line of the directory is the last 64 bytes (parkan 1.1).
    const view = new DataView(archive.buffer, archive.byteOffset + archive.length - 64)
    const attributes = { name: 'ArealMapGeometry', type_id: view.getUint32(0, true), attr1: view.getUint32(4, true) }
    const payload = archive.slice(16, 16 + view.getUint32(12, true))
    const map = opened('Land.map!#0', payload, formatId('Land.map!#0', payload, attributes), attributes)
    expect(map.document?.isWhole).toBe(true)
    for (const at of [0, 1, 54, payload.length]) {
      expect(isFree(map, at)).toBe(false)
      expect(() => replaceBytes(map, at, at, Uint8Array.of(0))).toThrow(
        expect.objectContaining({ code: 'hex.fixed-length' }),
      )
    }
    expect(replaceBytes(map, 0, 1, Uint8Array.of(7)).splices).toHaveLength(1)
  })
})
