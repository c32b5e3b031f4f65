import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { watch } from 'vue'
import type { TreeItem } from '@areal-studio/core/studio'
import { MAP, openSecondInstall, openWindow } from '../state/window.fixture'
import { ancestorsOf, parentOf } from './tree-paths'
import { childrenFound, filtered } from './tree-rows'
import { useProjectTree } from './tree.store'

const item = (path: string, kind: TreeItem['kind'] = 'file'): TreeItem => ({
  path,
  kind,
  name: path.split('/').at(-1) ?? path,
  size: 1,
  hasChildren: kind === 'folder' || kind === 'archive',
  state: 'pristine',
  edits: 0,
  unpacked: 0,
})

const name = fc.constantFrom('map', 'rock', 'sand', 'Land', 'a%21b')
const files = fc
  .uniqueArray(fc.array(name, { minLength: 0, maxLength: 3 }), {
    selector: folders => folders.join('/'),
    maxLength: 20,
  })
  .map(folders => folders.map((above, i) => item([...above, `file${i}.dat`].join('/'))))

describe('the rows of a filter', () => {
  test.prop([files, fc.constantFrom('map', 'rock', 'file1', 'nothing')])(
    'are the files that match, each below its folders, once',
    (items, text) => {
      const rows = filtered(items, text)
      const found = rows.filter(row => row.item.kind === 'file')
      expect(found.map(row => row.key).toSorted()).toEqual(
        items
          .map(({ path }) => path)
          .filter(path => path.includes(text))
          .toSorted(),
      )
      const keys = rows.map(row => row.key)
      expect(new Set(keys).size).toBe(keys.length)
      for (const row of rows) {
        expect(row.depth).toBe(ancestorsOf(row.key).length)
        expect(
          ancestorsOf(row.key).every(above => keys.indexOf(above) < keys.indexOf(row.key) && keys.includes(above)),
        ).toBe(true)
      }
      expect(rows.filter(row => row.item.kind === 'folder').every(row => row.isOpen && row.hasChildren)).toBe(true)
    },
  )

  it('of a root are below it, by its title, and locked', () => {
    const files = ['rock', '//game/rock', '//game/Data/b/rock'].map(path => item(path))
    const found = childrenFound(files, 'rock', [], new Map([['//game/', 'The Game']]))
    expect(found.get('')?.map(({ path, name, isReadOnly }) => [path, name, isReadOnly])).toEqual([
      ['rock', 'rock', undefined],
      ['//game/', 'The Game', true],
    ])
    expect(found.get('//game/')?.map(({ path, isReadOnly }) => [path, isReadOnly])).toEqual([
      ['//game/rock', undefined],
      ['//game/Data', true],
    ])
    expect(found.get('//game/Data/b')?.map(({ path }) => path)).toEqual(['//game/Data/b/rock'])
  })

  it('stand in the order of the install, with their places among their siblings', () => {
    const rows = filtered(
      ['b/map', 'a/map', 'b/other', 'b/map2'].map(path => item(path)),
      'map',
    )
    expect(rows.map(({ key, place, siblings }) => [key, place, siblings])).toEqual([
      ['b', 1, 2],
      ['b/map', 1, 2],
      ['b/map2', 2, 2],
      ['a', 2, 2],
      ['a/map', 1, 1],
    ])
  })
})

it('shows entries that match below their archive, which matches nothing itself, and nothing twice', () => {
  const items = [item('a/x.lib', 'archive'), item('a/other.dat'), item('b/y.lib', 'archive')]
  const inside = [item('b/y.lib!#1', 'archive'), item('b/y.lib!#1!#0', 'entry'), item('b/y.lib!#4', 'entry')]
  expect(filtered(items, 'stone', inside).map(row => [row.key, row.depth])).toEqual([
    ['b', 0],
    ['b/y.lib', 1],
    ['b/y.lib!#1', 2],
    ['b/y.lib!#1!#0', 3],
    ['b/y.lib!#4', 2],
  ])
  expect(filtered(items, 'y.lib', inside.slice(2)).map(row => row.key)).toEqual(['b', 'b/y.lib', 'b/y.lib!#4'])
})

it('numbers entries of one archive that have one name, as an extract does, and no others', () => {
  const named = (path: string, name: string): TreeItem => ({ ...item(path, 'entry'), name })
  const rows = filtered([item('a.trf', 'archive'), item('b/a.trf', 'archive')], 'nothing', [
    named('a.trf!#0', 'ResTree'),
    named('a.trf!#1', 'twin.b'),
    named('a.trf!#2', 'ResTree'),
    named('a.trf!#3', 'other'),
    named('a.trf!#+0', 'twin.b'),
    named('b/a.trf!#0', 'ResTree'),
  ])
  expect(rows.filter(row => row.item.kind === 'entry').map(row => row.label)).toEqual([
    ...['ResTree #0', 'twin #1.b', 'ResTree #2', 'other', 'twin #+0.b'],
    'ResTree',
  ])
})

it('closes and opens branches of a filtered tree, archives that match too, and forgets it with the filter', async () => {
  await openWindow()
  const tree = useProjectTree()
  const keys = (): readonly string[] => tree.rows.map(row => row.key)
  tree.filter = 'land.map'
  await expect.poll(() => tree.isFiltering).toBe(false)
  const file = keys().find(key => key.endsWith('Land.map')) ?? ''
  await tree.toggle(file, true)
  expect(keys()).toContain(MAP)
  await tree.toggle('DATA', false)
  expect(keys()).toEqual(['DATA'])
  await tree.toggle('DATA', true)
  expect(keys()).toContain(MAP)
  await tree.toggle('DATA', false)
  tree.filter = 'land.ma'
  expect(keys()).toContain(file)
})

it('finds entries inside archives by their names', async () => {
  await openWindow()
  const tree = useProjectTree()
  tree.filter = 'ArealMapGeometry'
  await expect.poll(() => tree.rows.map(row => row.key)).toContain(MAP)
})

it('what lies in an archive is below it, whatever the archive is called', () => {
  expect(parentOf('a%21b/c.rlb!#1!#2')).toBe('a%21b/c.rlb!#1')
  expect(ancestorsOf('a%21b/c.rlb!#1')).toEqual(['a%21b', 'a%21b/c.rlb'])
  expect(parentOf('file')).toBe('')
})

it('a filtered tree stays filtered while the install is listed anew after a change', async () => {
  const { workspace, port } = await openWindow()
  const tree = useProjectTree()
  const changed: (readonly string[])[] = []
  tree.filter = 'Land.map'
  await expect.poll(() => tree.isFiltering).toBe(false)
  const kept = tree.rows.map(row => row.key)
  watch(
    () => tree.rows,
    rows => {
      changed.push(rows.map(row => row.key))
    },
    { flush: 'sync' },
  )
  const image = await workspace.studio.read(MAP)
  await port.studio.api.commit({
    label: { code: 'label.x', params: {} },
    edits: [
      {
        entry: MAP,
        base: image.revision,
        splices: [{ offset: 0, removed: image.bytes.slice(0, 1), inserted: Uint8Array.of(99) }],
      },
    ],
  })
  await expect.poll(() => tree.rows.some(row => row.item.unpacked > 0)).toBe(true)
  expect(changed.every(keys => keys.join() === kept.join())).toBe(true)
})

it('another install begins with closed folders and no filter, though its folders have the same names', async () => {
  const window = await openWindow()
  const tree = useProjectTree()
  const keys = (): readonly string[] => tree.rows.map(row => row.key)
  await expect.poll(keys).toContain('DATA')
  const closed = keys()
  await tree.reveal(MAP)
  expect(keys()).toContain(MAP)
  tree.filter = 'Land'
  await openSecondInstall(window)
  expect(tree.filter).toBe('')
  await expect.poll(keys).toEqual(closed)
})
