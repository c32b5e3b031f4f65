import { describe, expect, it } from 'vitest'
import { MemoryFiles, type StudioError } from '../../format'
import type { WorkspaceInfo } from '../api/workspace'
import { memoryHost } from '../memory-host.fixture'
import { along } from './relocate'
import { createStudio, type Studio } from '../studio'
import { files, hash, MAP, poke, present, pristine } from '../studio.fixture'
import { TINY_KNOWN } from '../tiny-family.fixture'

/** A machine with the game at `/game`, edited and packed there, which is then moved away. */
async function machine(prepare: (studio: Studio) => Promise<unknown> = studio => poke(studio, `${MAP}!#0`, 4, 42)) {
  const game = new MemoryFiles(files(), { root: '/game' })
  const folders = new Map([['/game', game]])
  let pid = 0
  const open = async (path: string): Promise<{ readonly studio: Studio; readonly info: WorkspaceInfo }> => {
    const studio = createStudio({ host: memoryHost({ hash, folders, pid: ++pid }), families: [TINY_KNOWN] })
    return { studio, info: await studio.api.open(path) }
  }
  const { studio, info } = await open('/game')
  await prepare(studio)
  folders.delete('/game')
  return {
    game,
    folders,
    open,
    workspace: info.workspace,
    store: (): MemoryFiles => folders.get(info.workspace) ?? new MemoryFiles(),
  }
}

/** A folder with all that is in another one, at another place. */
const copied = async (from: MemoryFiles, root: string): Promise<MemoryFiles> =>
  new MemoryFiles(
    Object.fromEntries(
      await Promise.all((await from.list()).map(async ({ path }) => [path, await from.read(path)] as const)),
    ),
    { root },
  )

const code = (wanted: string) => expect.objectContaining({ code: wanted }) as StudioError
const bytesOf = async (store: MemoryFiles): Promise<readonly string[]> =>
  Promise.all((await store.list()).map(async ({ path }) => `${path} ${hash(await store.read(path))}`))

describe('a workspace whose game folder is missing', () => {
  it('opens to be looked at: files that were edited, before and after, their changes and the history', async () => {
    const { open, workspace } = await machine()
    const { studio, info } = await open('/game')
    expect(info).toMatchObject({
      install: '/game',
      workspace,
      family: 'tiny',
      state: 'missing',
      isReadOnly: true,
      changed: 1,
      notices: [{ code: 'notice.install-missing', params: { path: '/game' } }],
    })
    expect((await studio.api.list('', { deep: true })).map(({ path }) => path)).toEqual([MAP])
    expect((await present(studio, `${MAP}!#0`))[4]).toBe(42)
    expect(await pristine(studio, MAP)).toEqual(files()[MAP])
    expect(await studio.api.changes()).toMatchObject([{ file: MAP, state: 'edited', entries: [{ fieldCount: 1 }] }])
    expect(await studio.api.history()).toHaveLength(1)
    expect(await studio.api.check()).toEqual([
      { code: 'studio.install-missing', severity: 'error', params: { path: '/game', n: 1 }, file: '', entry: '' },
    ])
  })

  it('writes nothing, and refuses to edit, pack, deploy, start and note, with the folder', async () => {
    const { open, store } = await machine()
    const before = await bytesOf(store())
    const {
      studio: { api },
      studio,
    } = await open('/game')
    const refused = code('install.missing')
    await expect(poke(studio, `${MAP}!#0`, 1, 1)).rejects.toEqual(refused)
    await expect(api.revert(MAP)).rejects.toEqual(refused)
    for (const run of [
      api.undo,
      api.pack,
      api.plan,
      () => api.deploy(),
      () => api.restore(),
      () => api.launch(),
      api.tidyUp,
    ] as const)
      await expect(run()).rejects.toEqual(refused)
    await expect(api.setNames([{ kind: 'values', field: 'point.x', number: 1, name: 'b' }])).rejects.toEqual(refused)
    await expect(api.setMark({ entry: MAP, offset: 0, size: 1, colour: 'red', note: '' })).rejects.toEqual(refused)
    await studio.close()
    expect(await bytesOf(store())).toEqual(before)
  })

  it('is refused where nothing is known of the folder, and makes nothing', async () => {
    const { open, folders } = await machine()
    await expect(open('/elsewhere')).rejects.toEqual(code('open.missing'))
    expect([...folders.keys()].filter(path => path.includes('elsewhere'))).toEqual([])
  })

  it('shows a file whose kept original is gone without its edits, and says so', async () => {
    const { open, store } = await machine()
    for (const { path } of await store().list()) if (path.startsWith('backup/')) await store().remove(path)
    const { studio, info } = await open('/game')
    expect(info.notices).toContainEqual({ code: 'notice.original-lost', params: { file: MAP } })
    expect(await studio.api.list()).toEqual([])
    expect(await studio.api.history()).toHaveLength(1)
  })
})

describe('locating a missing game folder', () => {
  it('ties the workspace to the folder where the game is now, and a game at the old place begins anew', async () => {
    const { open, folders, game, workspace } = await machine(async studio => {
      await poke(studio, `${MAP}!#0`, 4, 42)
      await studio.api.pack()
      await studio.api.deploy()
      await studio.api.addMod('other')
    })
    const moved = await copied(game, '/moved')
    folders.set('/moved', moved)
    const { studio } = await open('/game')
    expect(await studio.api.locate('/moved', { dryRun: true })).toEqual({
      install: '/moved',
      known: 1,
      different: [],
      absent: [],
    })
    await expect(open('/moved').then(({ info }) => info.workspace)).resolves.not.toBe(workspace) // nothing was written
    await studio.api.locate('/moved', { dryRun: false })
    const { studio: there, info } = await open('/moved')
    expect(info).toMatchObject({ install: '/moved', workspace, state: 'deployed', isReadOnly: false, canUndo: true })
    expect((await there.api.mods()).map(({ name, isDeployed }) => [name, isDeployed])).toEqual([
      ['', true],
      ['other', false],
    ])
    await there.api.restore()
    expect(await moved.read(MAP)).toEqual(files()[MAP])
    await expect(open('/game')).rejects.toEqual(code('open.missing'))
    folders.set('/game', new MemoryFiles(files(), { root: '/game' }))
    expect((await open('/game')).info).toMatchObject({ changed: 0, state: 'original' })
  })

  it('goes back to where it was', async () => {
    const { open, folders, game, workspace } = await machine()
    for (const [from, to] of [
      ['/game', '/moved'],
      ['/moved', '/game'],
    ] as const) {
      const { studio } = await open(from)
      folders.set(to, await copied(game, to))
      await studio.api.locate(to, { dryRun: false })
      expect((await open(to)).info.workspace).toBe(workspace)
      folders.delete(to)
    }
  })

  it('changes nothing where the folder is back', async () => {
    const { open, folders, game, store } = await machine()
    const { studio } = await open('/game')
    const before = await bytesOf(store())
    folders.set('/game', game)
    expect(await studio.api.locate('/game', { dryRun: false })).toMatchObject({ install: '/game', different: [] })
    expect(await bytesOf(store())).toEqual(before)
  })

  it('tells what differs there, and leaves it to the answers of a change outside', async () => {
    const { open, folders } = await machine(async studio => {
      await poke(studio, `${MAP}!#0`, 4, 42)
      await poke(studio, 'DATA/loose.pts', 4, 7)
    })
    folders.set(
      '/moved',
      new MemoryFiles({ 'TINY.EXE': Uint8Array.of(1), [MAP]: Uint8Array.of(9) }, { root: '/moved' }),
    )
    const { studio } = await open('/game')
    expect(await studio.api.locate('/moved', { dryRun: false })).toEqual({
      install: '/moved',
      known: 2,
      different: [MAP],
      absent: ['DATA/loose.pts'],
    })
    const { studio: there } = await open('/moved')
    expect((await there.api.outside()).map(({ file }) => file)).toContain(MAP)
    expect(await there.api.history()).toHaveLength(2)
  })

  it('is refused for another game, no folder, an install that is there and one with changes of its own', async () => {
    const { open, folders, game, store } = await machine()
    const before = await bytesOf(store())
    folders.set('/other', new MemoryFiles({ 'a.txt': Uint8Array.of(1) }, { root: '/other' }))
    const { studio } = await open('/game')
    for (const dryRun of [true, false]) {
      await expect(studio.api.locate('/other', { dryRun })).rejects.toEqual(code('open.not-a-game'))
      await expect(studio.api.locate('/nowhere', { dryRun })).rejects.toEqual(code('open.missing'))
    }
    folders.set('/second', new MemoryFiles(files(), { root: '/second' }))
    await poke((await open('/second')).studio, 'readme.txt', 0, 66)
    await expect(studio.api.locate('/second', { dryRun: false })).rejects.toEqual(code('locate.taken'))
    expect(await bytesOf(store())).toEqual(before)
    folders.set('/game', game)
    await expect((await open('/game')).studio.api.locate('/game', { dryRun: true })).rejects.toEqual(
      code('locate.not-missing'),
    )
  })
})

describe('a game that moved along with the data of the program', () => {
  /** `/stick/data` beside `/stick/game`, edited and deployed there; both are then below `/disk`. */
  async function stick(to = '/disk') {
    const game = new MemoryFiles(files(), { root: '/stick/game' })
    const folders = new Map([['/stick/game', game]])
    const open = async (
      path: string,
      userData: string,
    ): Promise<{ readonly studio: Studio; readonly info: WorkspaceInfo }> => {
      const studio = createStudio({ host: memoryHost({ hash, folders, userData }), families: [TINY_KNOWN] })
      return { studio, info: await studio.api.open(path) }
    }
    const { studio } = await open('/stick/game', '/stick/data')
    await poke(studio, `${MAP}!#0`, 4, 42)
    await studio.api.pack()
    await studio.api.deploy()
    await studio.close()
    await memoryHost({ hash, folders }).move('/stick', to)
    const moved = await copied(game, `${to}/game`)
    folders.set(`${to}/game`, moved)
    return { open, folders, moved }
  }

  it('opens from there with its edits, and says so once', async () => {
    const { open, moved } = await stick()
    const { studio, info } = await open('/stick/game', '/disk/data')
    expect(info).toMatchObject({
      install: '/disk/game',
      state: 'deployed',
      changed: 1,
      isReadOnly: false,
      notices: [{ code: 'notice.install-moved', params: { from: '/stick/game', path: '/disk/game' } }],
    })
    expect((await present(studio, `${MAP}!#0`))[4]).toBe(42)
    await studio.api.restore()
    expect(moved.snapshot()[MAP]).toEqual(files()[MAP])
    await studio.close()
    expect((await open('/disk/game', '/disk/data')).info).toMatchObject({ changed: 1, notices: [] })
  })

  it('is asked for where a file of it is another one, or gone', async () => {
    for (const change of [
      (game: MemoryFiles) => game.put(MAP, Uint8Array.of(1)),
      (game: MemoryFiles) => game.delete(MAP),
    ]) {
      const { open, moved } = await stick()
      change(moved)
      expect((await open('/stick/game', '/disk/data')).info).toMatchObject({ install: '/stick/game', state: 'missing' })
    }
  })

  it('is looked for on the same way from the data', () => {
    expect(along('/stick/data', '/stick/game', '/disk/data')).toBe('/disk/game')
    expect(along('/stick/data', '/stick/data/sample/Parkan', '/disk/d/data')).toBe('/disk/d/data/sample/Parkan')
    expect(along('E:\\Areal\\data', 'E:\\Games\\Parkan', 'F:\\Areal\\data')).toBe('F:\\Games\\Parkan')
    expect(along('E:\\Areal\\data', 'C:\\Games\\Parkan', 'F:\\Areal\\data')).toBeUndefined()
    expect(along('/a/b/c/data', '/game', '/data')).toBeUndefined()
    expect(along('/stick/data', '/stick/game', '/stick/data')).toBeUndefined()
  })
})
