import { describe, expect, it } from 'vitest'
import { apply } from '@areal-studio/core/edit'
import { PARKAN } from '@areal-studio/core/families/parkan'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { document, insertRecords, locate, type Document } from '@areal-studio/core/layout'
import { outlineOf, infoOf } from '@areal-studio/core/search'
import { assignTargets } from '../state/outbox'
import { openReplica } from '../state/replica'
import { copyRecord, pasteRecord, placeOfNew } from './copied-record'

function map(seed: number): Document {
  const file = sampleInstall({ seed, maps: [{ name: 'SC_1', seed, tiles: 1, areals: 12 }] }).find(one =>
    /Land\.map$/i.test(one.path),
  )
  const bytes = file?.bytes ?? new Uint8Array(0)
  const whole = outlineOf('Land.map', 'Land.map', bytes, PARKAN)
  const part = whole.parts[0]
  if (!part) throw new Error('the sample has no map')
  const payload = bytes.slice(part.offset, part.offset + part.size)
  const layout = PARKAN.formats.find(format => format.id === part.format)?.layout?.(infoOf(part, payload, whole))
  if (!layout) throw new Error('no layout')
  return document(layout, payload)
}

function pasted(into: Document, targets: Parameters<typeof assignTargets>[1]): Document {
  const info = {
    path: 'x',
    name: 'x',
    size: into.bytes.length,
    attributes: {},
    head: into.bytes.slice(0, 16),
    container: null,
  }
  const image = {
    entry: 'x',
    info,
    revision: 0,
    bytes: into.bytes,
    attributes: {},
    size: into.bytes.length,
    isEditable: true,
    isPristine: true,
  }
  const replica = {
    ...openReplica(image, () => Promise.resolve(into.bytes)),
    image,
    format: undefined,
    document: into,
    version: 1,
    pristine: () => Promise.resolve(into.bytes),
  }
  return document(into.layout, apply(into.bytes, assignTargets(replica, targets).splices))
}

describe('a copied record', () => {
  it('gives its properties to records of another map, and leaves lists of another length as they are', () => {
    const from = map(5)
    const into = map(6)
    const source = locate(from, 'areals/2')
    const copied = source && copyRecord(source)
    expect(copied?.struct).toBe('areal')
    if (!copied) return
    const { targets, skipped } = pasteRecord(into, copied, ['areals/1', 'areals/4'])
    const after = pasted(into, targets)
    for (const path of ['areals/1', 'areals/4']) {
      expect(locate(after, `${path}/class_id`)?.value).toEqual(locate(from, 'areals/2/class_id')?.value)
      expect(locate(after, `${path}/anchor`)?.value).toEqual(locate(from, 'areals/2/anchor')?.value)
    }
    expect(after.isWhole).toBe(true)
    expect(after.bytes.length).toBe(into.bytes.length)
    const other = locate(into, 'areals/1/vertices')?.childCount !== locate(from, 'areals/2/vertices')?.childCount
    if (other) expect(skipped).toContain('vertices')
  })

  it('gives only the properties that are asked for', () => {
    const whole = map(5)
    const source = locate(whole, 'areals/2')
    const copied = source && copyRecord(source)
    expect(copied && pasteRecord(whole, copied, ['areals/1'], new Set(['class_id'])).targets).toEqual([
      { path: 'areals/1/class_id', value: locate(whole, 'areals/2/class_id')?.value },
    ])
  })

  it('is not put onto records of another kind', () => {
    const whole = map(5)
    const source = locate(whole, 'areals/2')
    const copied = source && copyRecord(source)
    expect(copied && pasteRecord(whole, copied, ['', 'areals/1/vertices/0', 'nothing'])).toEqual({
      targets: [],
      skipped: [],
    })
  })

  it('becomes a new record at the end of the array, with its own bytes; no other one changes', () => {
    const from = map(5)
    const into = map(6)
    const source = locate(from, 'areals/2') ?? expect.unreachable()
    const copied = copyRecord(source) ?? expect.unreachable()
    const place = placeOfNew(into, 'areals/4/anchor', copied.struct) ?? expect.unreachable()
    expect(place).toEqual({ array: 'areals', at: 12 })
    const { splices } = insertRecords(into, place.array, place.at, [copied.value])
    const image = apply(into.bytes, splices)
    const areals = locate(into, 'areals') ?? expect.unreachable()
    const start = areals.offset + areals.size
    expect([...image.subarray(areals.offset, start)]).toEqual([...into.bytes.subarray(areals.offset, start)])
    expect([...image.subarray(start, start + source.size)]).toEqual([
      ...from.bytes.subarray(source.offset, source.offset + source.size),
    ])
    expect(image.length).toBe(into.bytes.length + source.size)
  })

  it('has its place in an array that is selected itself, and none where there are no such records', () => {
    const whole = map(5)
    expect(placeOfNew(whole, 'areals', 'areal')).toEqual({ array: 'areals', at: 12 })
    for (const path of ['', 'cells_x', 'areals/1/vertices/0', 'nothing'])
      expect(placeOfNew(whole, path, 'vertex'), path).toBeUndefined()
    expect(placeOfNew(whole, 'areals/1/vertices/0', 'areal')).toEqual({ array: 'areals', at: 12 })
  })
})
