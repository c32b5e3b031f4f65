import { expect, it } from 'vitest'
import { MAP, openTwoMaps } from '../state/window.fixture'
import { useProjectTree } from './tree.store'

it('opens an archive and a folder of a map at the entry with a view of its own, and other files themselves', async () => {
  await openTwoMaps()
  const tree = useProjectTree()
  const row = async (path: string) =>
    (await tree.childrenOf(path.slice(0, path.lastIndexOf('/')))).find(item => item.path === path) ??
    expect.unreachable()
  const folder = 'DATA/MAPS/AutoMAP'
  expect(await tree.target(await row(`${folder}/Land.map`))).toBe(MAP)
  expect(await tree.target(await row(folder))).toBe(MAP)
  expect(await tree.target(await row(`${folder}/Land1.wea`))).toBe(`${folder}/Land1.wea`)
  expect(await tree.target(await row('DATA/MAPS'))).toBeNull()
})

it('names the largest map of the install, and loads it', async () => {
  const { workspace } = await openTwoMaps()
  expect(await useProjectTree().firstMap()).toBe(MAP)
  await expect.poll(() => workspace.replica(MAP)).toBeDefined()
})
