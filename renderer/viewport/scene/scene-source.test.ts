import { expect, it } from 'vitest'
import { openWindow, TestPort } from '../../state/window.fixture'
import { findPaints, findScene, isDrawn } from './scene-source'

async function rowNamed(workspace: Awaited<ReturnType<typeof openWindow>>['workspace'], archive: string, name: string) {
  const rows = await workspace.studio.list(archive)
  return rows.find(row => row.name === name)?.path ?? expect.unreachable()
}

it('an entry without a scene is shown as the model of its thumbnail, with its paints', async () => {
  const { workspace } = await openWindow()
  const bunker = await rowNamed(workspace, 'objects.rlb', 'f_bunk_001')
  const [item] = (await findScene(workspace, bunker, []))?.items ?? []
  expect([item?.kind, item?.entry]).toEqual(['mesh', bunker])
  expect((await findPaints(workspace, bunker))?.table.map(paint => paint.material)).toContain('ROOF')
  expect(await isDrawn(workspace, bunker)).toBe(true)
})

it('a model that is an archive is shown as its chunks are; what has no model is not drawn', async () => {
  const { workspace } = await openWindow()
  const archive = await rowNamed(workspace, 'fortif.rlb', 'f_bunk_001.msh')
  const [item] = (await findScene(workspace, archive, []))?.items ?? []
  expect(item?.entry.startsWith(`${archive}!#`)).toBe(true)
  for (const other of ['objects.rlb', 'Textures.lib', await rowNamed(workspace, 'Textures.lib', 'WALL01.0')]) {
    expect([other, await findScene(workspace, other, [])]).toEqual([other, undefined])
    expect([other, await isDrawn(workspace, other)]).toEqual([other, false])
  }
})

it('lists the archives that models and paints are searched in without reading them, and depends on their rows', async () => {
  const { workspace } = await openWindow()
  const loaded: string[] = []
  const entries = {
    studio: workspace.studio,
    load(entry: string) {
      loaded.push(entry)
      return workspace.load(entry)
    },
  }
  const bunker = await rowNamed(workspace, 'objects.rlb', 'f_bunk_001')
  const scene = await findScene(entries, bunker, [])
  const paints = await findPaints(entries, bunker)
  expect(paints?.table.some(({ picture }) => picture)).toBe(true)
  const searched = ['fortif.rlb', 'Material.lib', 'Textures.lib']
  expect(searched.filter(archive => loaded.includes(archive))).toEqual([])
  expect(searched.filter(archive => !scene?.read.has(archive) && !paints?.read.has(archive))).toEqual([])
})

it('an archive that is cut off or foreign leaves what it has not, with the reason, and the rest is shown', async () => {
  // -1: other bytes.
  for (const [file, size] of [
    ['Textures.lib', 8],
    ['Textures.lib', -1],
    ['Textures.lib', 0],
    ['Material.lib', 20],
    ['fortif.rlb', 12],
  ] as const) {
    const port = new TestPort()
    await port.game.write(file, size < 0 ? new Uint8Array(64).fill(0xaa) : (await port.game.read(file)).slice(0, size))
    const { workspace } = await openWindow(port)
    const bunker = await rowNamed(workspace, 'objects.rlb', 'f_bunk_001')
    const paints = (await findPaints(workspace, bunker))?.table
    if (file === 'fortif.rlb')
      expect([file, paints, await findScene(workspace, bunker, [])]).toEqual([file, [], undefined])
    else expect([file, paints?.[0]?.missing]).toEqual([file, file === 'Textures.lib' ? 'texture' : 'material'])
  }
})
