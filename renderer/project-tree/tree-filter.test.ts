import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import type { TreeItem } from '@areal-studio/core/workspace'
import { ancestorsOf, filtered, parentOf } from './tree.store'

const item = (path: string, kind: TreeItem['kind'] = 'file'): TreeItem =>
  ({ path, kind, name: path.split('/').at(-1) ?? path, size: 1, hasChildren: kind === 'folder', state: 'pristine', edits: 0, unpacked: 0 })

const name = fc.constantFrom('map', 'rock', 'sand', 'Land', 'a%21b')
const files = fc.uniqueArray(fc.array(name, { minLength: 0, maxLength: 3 }), { selector: folders => folders.join('/'), maxLength: 20 })
  .map(folders => folders.map((above, i) => item([...above, `file${i}.dat`].join('/'))))

describe('the rows of a filter', () => {
  test.prop([files, fc.constantFrom('map', 'rock', 'file1', 'nothing')])('are the files that match, each below its folders, once', (items, text) => {
    const rows = filtered(items, text)
    const found = rows.filter(row => row.item.kind === 'file')
    expect(found.map(row => row.key).toSorted()).toEqual(items.map(({ path }) => path).filter(path => path.includes(text)).toSorted())
    const keys = rows.map(row => row.key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const row of rows) {
      expect(row.depth).toBe(ancestorsOf(row.key).length)
      expect(ancestorsOf(row.key).every(above => keys.indexOf(above) < keys.indexOf(row.key) && keys.includes(above))).toBe(true)
    }
    expect(rows.filter(row => row.item.kind === 'folder').every(row => row.isOpen && row.hasChildren)).toBe(true)
  })

  it('stand in the order of the install, with their places among their siblings', () => {
    const rows = filtered(['b/map', 'a/map', 'b/other', 'b/map2'].map(path => item(path)), 'map')
    expect(rows.map(({ key, place, siblings }) => [key, place, siblings])).toEqual([
      ['b', 1, 2], ['b/map', 1, 2], ['b/map2', 2, 2], ['a', 2, 2], ['a/map', 1, 1],
    ])
  })
})

it('what lies in an archive is below it, whatever the archive is called', () => {
  expect(parentOf('a%21b/c.rlb!#1!#2')).toBe('a%21b/c.rlb!#1')
  expect(ancestorsOf('a%21b/c.rlb!#1')).toEqual(['a%21b', 'a%21b/c.rlb'])
  expect(parentOf('file')).toBe('')
})
