import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import { payloadOf } from '../../../format'
import { assign, brokenLaws, document, leaves, locate, shownPath, type Bytes, type Value } from '../../../layout'
import { openTable, parseQuery, runQuery } from '../../../query'
import { describeReference, fixture } from '../reference.fixture'
import { listOf, localText, structOf, treeFile } from '../sample/files'
import { GFF_CODEC } from './gff'
import { gffOf } from './gff-read'
import { GFF_TREE } from './gff-tree'
import { HEADER_SIZE } from './sections'

const treeOf = (image: Bytes): Bytes => {
  const [row] = GFF_CODEC.open(image).rows
  return row ? payloadOf(GFF_CODEC, image, row) : new Uint8Array(0)
}
const packed = (image: Bytes, payload: Bytes): Bytes =>
  GFF_CODEC.pack(image, [{ id: '0', attributes: { name: 'GIT' }, payload }]).bytes
const changed = (image: Bytes, path: string, value: Value): Bytes => {
  const tree = treeOf(image)
  return packed(image, apply(tree, assign(document(GFF_TREE, tree), path, value).splices))
}
const valueAt = (image: Bytes, path: string): Value | undefined =>
  locate(document(GFF_TREE, treeOf(image)), path)?.value
const differing = (a: Bytes, b: Bytes): number => a.reduce((sum, byte, at) => sum + (byte === b[at] ? 0 : 1), 0)

const image = treeFile('GIT ', [
  ['Tag', 10, 'here'],
  ['Speed', 8, 1.5],
  ['Names', 15, listOf([structOf(1, [['Name', 12, localText('Hall')]]), structOf(2, [])])],
  ['Wide', 6, 0x1122334455667788n],
  ['Raw', 13, { size: 3, data: Uint8Array.of(1, 2, 3) }],
])

describe('a tree of labelled fields', () => {
  it('keeps the laws, and is written again as it was', () => {
    expect(brokenLaws(GFF_TREE, treeOf(image))).toEqual([])
    expect(Buffer.from(packed(image, treeOf(image).slice())).equals(Buffer.from(image))).toBe(true)
    expect(gffOf(image).faults).toEqual([])
  })

  it('has a value of the same size overwritten in place', () => {
    const after = changed(image, 'top/fields/1/value', 2.5)
    expect(after.length).toBe(image.length)
    expect(differing(image, after)).toBeLessThanOrEqual(4)
    expect(valueAt(after, 'top/fields/1/value')).toBe(2.5)
  })

  it('is written in the order of the toolset where more than that changes, and back', () => {
    const after = changed(image, 'top/fields/2/value/items/0/fields/0/value/strings/0/text', 'Great hall')
    expect(after.length).toBe(image.length + 6)
    const back = changed(after, 'top/fields/2/value/items/0/fields/0/value/strings/0/text', 'Hall')
    expect(Buffer.from(back).equals(Buffer.from(image))).toBe(true)
  })

  it('has its values at the paths of their labels', () => {
    const opened = document(GFF_TREE, treeOf(image))
    const paths = ['Tag', 'Speed', 'Names/0/struct_type', 'Names/0/Name/strings/0/text', 'Names/1', 'Wide', 'Raw/data']
    for (const path of paths) {
      const node = locate(opened, path)
      expect(node && shownPath(node)).toBe(path)
    }
    expect(valueAt(changed(image, 'Names/0/Name/strings/0/text', 'Yard'), 'Names/0/Name/strings/0/text')).toBe('Yard')
  })

  it('without rows is a file without fields', () => {
    const empty = GFF_CODEC.pack(image, []).bytes
    expect(valueAt(empty, 'top')).toEqual({ struct_type: 0xffffffff, field_count: 0, fields: [] })
  })

  it('that contains itself is no tree', () => {
    const loop = treeFile('GIT ', [['Inside', 14, structOf(1, [])]])
    // The one field is of type struct; its value becomes the top struct.
    const at = HEADER_SIZE + 2 * 12 + 8
    loop[at] = 0
    expect(gffOf(loop).faults.map(({ code }) => code)).toEqual(['gff.struct.cycle'])
    expect(gffOf(loop).tree).toBeUndefined()
  })
})

describeReference('trees of the reference files', () => {
  const FOLDER = 'nwn2-small/user/modules/Harbour'
  it.each(['old_hall.git', 'module.ifo'])('%s keeps the laws', file => {
    expect(brokenLaws(GFF_TREE, treeOf(fixture(`${FOLDER}/${file}`)))).toEqual([])
  })
  it('lead to the cutters of an area by labels', () => {
    const git = document(GFF_TREE, treeOf(fixture(`${FOLDER}/old_hall.git`)))
    expect(locate(git, 'TriggerList/0/Geometry/2/PointX')?.kind).toBe('float')
    const cutters = openTable(git, 'TriggerList')
    expect(runQuery(parseQuery('TriggerList where Type = 3'), cutters).matching.length).toBeGreaterThan(0)
  })
  it('have a label twice under two names', () => {
    const odd = document(GFF_TREE, treeOf(fixture('nwn2-mutants/ok_gff_label_twice/nook.git')))
    const twice = leaves(odd.root).flatMap(leaf => (shownPath(leaf).includes('~1') ? [shownPath(leaf)] : []))
    expect(twice.length).toBeGreaterThan(0)
    for (const path of twice) expect(locate(odd, path)?.path).not.toBe(locate(odd, path.replace('~1', ''))?.path)
  })
  it('with a label twice is not written in another order for a small change', () => {
    const odd = fixture('nwn2-mutants/ok_gff_label_twice/nook.git')
    const tree = document(GFF_TREE, treeOf(odd))
    const number = leaves(tree.root).find(({ name, kind }) => name === 'value' && kind === 'integer')
    const path = number?.path ?? ''
    const after = changed(odd, path, 77)
    expect(number?.value).not.toBe(77)
    expect(differing(odd, after)).toBeLessThanOrEqual(4)
    expect(valueAt(after, path)).toBe(77)
  })
})
