import { describe, expect, it } from 'vitest'
import { addEntry, removeEntry } from '../../edit'
import { MemoryFiles, StudioError } from '../../format'
import { failing, files, hash, MAP, openBench, poke, transaction } from '../studio.fixture'

const code = (name: string): Error => expect.objectContaining({ code: name }) as Error
const RAW = `${MAP}!#2`
const LOOSE = 'DATA/loose.pts'

/** A deploy of two files that the power left between them. */
async function diedHalfWay(): Promise<{
  readonly bench: Awaited<ReturnType<typeof openBench>>
  readonly game: MemoryFiles
}> {
  let isDead = false
  const game = failing(files(), '/game', (operation, path) => {
    if (operation === 'write' && path === 'readme.txt') isDead = true
    if (isDead && operation !== 'read') throw new Error('power cut')
  })
  const bench = await openBench({ game })
  await poke(bench.studio, RAW, 0, 50)
  await poke(bench.studio, 'readme.txt', 0, 66)
  await bench.studio.api.pack()
  await expect(bench.studio.api.deploy()).rejects.toThrow('power cut')
  return { bench, game }
}

describe('deploy and restore', () => {
  it('edit, deploy, edit, deploy, restore gives the pristine install', async () => {
    const {
      studio: { api },
      studio,
      game,
      store,
    } = await openBench()
    const before = game.snapshot()
    await poke(studio, RAW, 0, 50)
    await api.pack()
    await api.deploy()
    await poke(studio, RAW, 1, 51)
    await poke(studio, LOOSE, 4, 3)
    expect((await api.info())?.state).toBe('deployed')
    await api.pack()
    expect((await api.info())?.state).toBe('older')
    await api.deploy()
    expect((await api.info())?.state).toBe('deployed')
    const backups = Object.entries(store().snapshot()).filter(([path]) => path.startsWith('backup/'))
    expect(backups.map(([, bytes]) => bytes)).toEqual(expect.arrayContaining([before[MAP], before[LOOSE]]))
    expect(backups).toHaveLength(2)
    await api.restore()
    expect(game.snapshot()).toEqual(before)
    expect(store().snapshot()['deployed.json']).toBeUndefined()
  })

  it('while deployed, the pristine image is the backup: edits go on, undo goes back to the original', async () => {
    const { studio, again, game } = await openBench()
    const before = game.snapshot()[MAP]
    await poke(studio, RAW, 0, 50)
    await studio.api.pack()
    await studio.api.deploy()
    const second = await again()
    expect((await second.api.read(MAP, { of: 'pristine' })).bytes).toEqual(before)
    await second.api.undo()
    expect((await second.api.read(MAP)).bytes).toEqual(before)
    expect(await second.api.pack()).toEqual({ files: [], dropped: [MAP] })
    expect((await second.api.plan()).files).toMatchObject([{ file: MAP, action: 'restore' }])
    expect(await second.api.deploy()).toEqual({ written: [], restored: [MAP], kept: [], left: [] })
    expect(game.snapshot()).toEqual(files())
  })

  it('files that edits added are taken away by restore', async () => {
    const {
      studio: { api },
      game,
    } = await openBench()
    await api.commit(transaction(addEntry('DATA/own.pts', 0, {}, Uint8Array.of(0, 0, 0, 0))))
    await api.pack()
    expect((await api.plan()).files).toMatchObject([{ file: 'DATA/own.pts', action: 'add' }])
    await api.deploy()
    expect(game.snapshot()['DATA/own.pts']).toEqual(Uint8Array.of(0, 0, 0, 0))
    await api.commit(transaction(removeEntry(await api.read('DATA/own.pts'))))
    await api.pack()
    expect((await api.plan()).files).toMatchObject([{ file: 'DATA/own.pts', action: 'restore' }])
    await api.restore()
    expect(game.snapshot()).toEqual(files())
  })

  it('new errors stand in the way; errors of the original do not', async () => {
    const {
      studio: { api },
      studio,
      game,
    } = await openBench()
    await poke(studio, `${MAP}!#0`, 8, 0)
    await api.pack()
    expect((await api.plan()).blocking).toMatchObject([{ code: 'tiny.kind', entry: `${MAP}!#0` }])
    await expect(api.deploy()).rejects.toThrow(code('deploy.blocked'))
    expect(game.snapshot()).toEqual(files())
    await api.deploy({ force: true })
    expect(game.snapshot()[MAP]).not.toEqual(files()[MAP])
  })

  it('bytes left over behind the last record stand in the way', async () => {
    const { studio, game } = await openBench()
    const { api } = studio
    const image = await api.read(LOOSE)
    const splices = [{ offset: image.bytes.length, removed: new Uint8Array(0), inserted: Uint8Array.of(1) }]
    const label = { code: 'label.given', params: { text: '' } }
    await api.commit({ label, edits: [{ entry: image.entry, base: image.revision, splices }] })
    expect((await api.plan()).blocking).toMatchObject([{ code: 'layout.trailing', severity: 'error', entry: LOOSE }])
    await expect(api.deploy()).rejects.toThrow(code('deploy.blocked'))
    expect(game.snapshot()).toEqual(files())
  })

  it('a file that someone else changed is refused, or kept by hash and overwritten', async () => {
    const {
      studio: { api },
      studio,
      game,
      store,
    } = await openBench()
    await poke(studio, RAW, 0, 50)
    await api.pack()
    await api.deploy()
    const foreign = Uint8Array.of(9, 9, 9)
    game.put(MAP, foreign)
    await poke(studio, LOOSE, 4, 1)
    await api.pack()
    expect((await api.changes()).map(file => [file.file, file.state])).toContainEqual([MAP, 'differs'])
    expect((await api.plan()).files.find(file => file.file === MAP)?.isForeign).toBe(true)
    await expect(api.deploy()).rejects.toThrow(code('deploy.foreign'))
    await expect(api.restore()).rejects.toThrow(code('restore.foreign'))
    expect(game.snapshot()[MAP]).toEqual(foreign)
    expect(await api.restore({ foreign: 'overwrite' })).toMatchObject({ kept: [MAP] })
    expect(game.snapshot()).toEqual(files())
    expect(store().snapshot()[`backup/${hash(foreign)}`]).toEqual(foreign)
  })

  it('a write that fails in the middle leaves the install as it was', async () => {
    for (const wrong of [MAP, 'readme.txt', 'areal-deployed.json']) {
      let isFull = false
      const game = failing(files(), '/game', (operation, path) => {
        if (isFull && operation === 'write' && path === wrong) throw new StudioError('file.disk-full', { path })
      })
      const {
        studio: { api },
        studio,
        again,
      } = await openBench({ game })
      await poke(studio, RAW, 0, 50)
      await poke(studio, 'readme.txt', 0, 66)
      await api.pack()
      isFull = true
      await expect(api.deploy()).rejects.toThrow(code('file.disk-full'))
      isFull = false
      expect(game.snapshot()).toEqual(files())
      expect((await (await again()).api.info())?.notices).toEqual([])
      expect(await api.deploy()).toMatchObject({ written: [MAP, 'readme.txt'] })
      await api.restore()
      expect(game.snapshot()).toEqual(files())
    }
  })

  it('a deploy that died half way is finished at the next open, or taken back where its images are gone', async () => {
    for (const hasImages of [true, false]) {
      const { bench, game } = await diedHalfWay()
      const after = new MemoryFiles(game.snapshot(), { root: '/game' })
      expect(after.snapshot()[MAP]).not.toEqual(files()[MAP])
      bench.folders.set('/game', after)
      if (!hasImages) bench.store().delete('overlay/readme.txt')
      const { api } = await bench.again()
      expect((await api.info())?.notices).toMatchObject([
        { code: hasImages ? 'notice.deploy-finished' : 'notice.deploy-taken-back', params: { n: 2 } },
      ])
      expect((await api.info())?.state).toBe(hasImages ? 'deployed' : 'original')
      if (hasImages) expect(after.snapshot()['readme.txt']).toEqual(Uint8Array.of(66))
      await api.restore()
      expect(after.snapshot()).toEqual(files())
    }
  })

  it('what somebody else changed since a deploy died is left alone and told', async () => {
    const { bench, game } = await diedHalfWay()
    const after = new MemoryFiles({ ...game.snapshot(), 'readme.txt': Uint8Array.of(9) }, { root: '/game' })
    bench.folders.set('/game', after)
    const { api } = await bench.again()
    expect((await api.info())?.notices.map(words => words.code)).toContain('notice.deploy-interrupted')
    expect(after.snapshot()['readme.txt']).toEqual(Uint8Array.of(9))
    await expect(api.restore()).rejects.toThrow(code('restore.foreign'))
    await api.restore({ foreign: 'overwrite' })
    expect(after.snapshot()).toEqual(files())
  })

  it('another workspace sees what was deployed, reads the originals, and offers to restore first', async () => {
    const { studio, again, game } = await openBench()
    await poke(studio, RAW, 0, 50)
    await studio.api.pack()
    await studio.api.deploy()
    const { api } = await again({ workspace: '/elsewhere' })
    expect(await api.info()).toMatchObject({
      state: 'foreign',
      changed: 0,
      notices: [{ code: 'notice.other-workspace' }],
    })
    expect((await api.read(MAP)).bytes).toEqual(files()[MAP])
    expect((await api.list('', { deep: true })).map(item => item.path)).not.toContain('areal-deployed.json')
    await expect(api.deploy()).rejects.toThrow(code('deploy.other-workspace'))
    await api.restore()
    expect(game.snapshot()).toEqual(files())
    expect(await api.info()).toMatchObject({ state: 'original', notices: [] })
    expect((await (await again()).api.info())?.state).toBe('original')
  })

  it('nothing is taken away because something is missing: the program, what was packed, or the originals', async () => {
    const bench = await openBench()
    await poke(bench.studio, `${MAP}!#2`, 0, 9)
    await bench.studio.api.pack()
    await bench.studio.api.deploy()
    bench.game.delete('TINY.EXE')
    const kept = Object.entries(bench.store().snapshot()).filter(([path]) => /^(?:overlay|backup)\//.test(path))
    for (const [path] of kept) bench.store().delete(path)
    const left = bench.game.snapshot()
    const { api } = await bench.again()
    expect((await api.info())?.notices).toMatchObject([{ code: 'notice.original-lost', params: { file: MAP } }])
    expect((await api.check(MAP)).map(problem => problem.code)).toContain('studio.original-lost')
    await expect(api.undo()).rejects.toThrow(code('workspace.original-lost'))
    expect((await api.plan()).files).toMatchObject([{ file: MAP, action: 'none' }])
    await api.deploy()
    await expect(api.restore()).rejects.toThrow(code('deploy.backup-damaged'))
    expect(bench.game.snapshot()).toEqual(left)
    for (const [path, bytes] of kept) bench.store().put(path, bytes)
    const { api: again } = await bench.again()
    expect((await again.info())?.notices).toEqual([])
    await again.restore()
    expect(bench.game.snapshot()).toEqual({ ...files(), 'TINY.EXE': undefined })
  })

  it('an original whose copy is no longer itself is not put back', async () => {
    const bench = await openBench()
    await poke(bench.studio, RAW, 0, 50)
    await bench.studio.api.pack()
    await bench.studio.api.deploy()
    const [copy = ''] = Object.keys(bench.store().snapshot()).filter(path => path.startsWith('backup/'))
    bench.store().put(copy, Uint8Array.of(1))
    const left = bench.game.snapshot()
    const { api } = await bench.again()
    await expect(api.restore()).rejects.toThrow(code('deploy.backup-damaged'))
    expect(bench.game.snapshot()).toEqual(left)
  })

  it('a packed file that is not what was packed is never deployed', async () => {
    const { studio, store, game } = await openBench()
    await poke(studio, RAW, 0, 50)
    await studio.api.pack()
    store().put(`overlay/${MAP}`, Uint8Array.of(1))
    store().put('overlay/DATA/alien.bin', Uint8Array.of(2))
    await expect(studio.api.deploy()).rejects.toThrow(code('deploy.overlay-changed'))
    expect((await studio.api.info())?.notices.map(words => words.code)).toEqual([
      'notice.overlay-foreign',
      'notice.overlay-changed',
    ])
    store().delete('overlay/DATA/alien.bin')
    expect(game.snapshot()).toEqual(files())
    await studio.api.pack()
    await studio.api.plan()
    expect((await studio.api.info())?.notices).toMatchObject([{ code: 'notice.overlay-foreign-kept' }])
    expect(store().snapshot()[`backup/${hash(Uint8Array.of(1))}`]).toEqual(Uint8Array.of(1))
    await studio.api.deploy()
    expect(game.snapshot()[MAP]).toEqual(store().snapshot()[`overlay/${MAP}`])
  })
})

describe('launch', () => {
  it('names a wrapper that is not there; a program that is not there is named itself', async () => {
    const failing = async (wrapper: readonly string[]): Promise<unknown> => {
      const { studio } = await openBench({
        run: ({ command }) => {
          throw new StudioError('launch.failed', { command, reason: 'ENOENT' })
        },
      })
      await studio.api.setProfile({ ...(await studio.api.profile()), wrapper })
      return studio.api.launch().catch((error: unknown) => error)
    }
    expect(await failing(['wine', '-x'])).toMatchObject({
      code: 'launch.no-wrapper',
      params: { wrapper: 'wine', program: 'TINY.EXE' },
    })
    expect(await failing([])).toMatchObject({ code: 'launch.failed' })
  })

  it('puts a map behind the game for one run, and back whatever happens', async () => {
    let seen: Uint8Array | undefined
    const game = new MemoryFiles({ ...files(), 'start.txt': Uint8Array.of(1) }, { root: '/game' })
    const before = game.snapshot()
    const {
      studio: { api },
    } = await openBench({
      game,
      run: () => {
        seen = game.snapshot()['start.txt']
        throw new StudioError('launch.failed')
      },
    })
    await expect(api.launch({ map: MAP })).rejects.toThrow(code('launch.failed'))
    expect(seen).toEqual(Uint8Array.from(MAP, char => char.charCodeAt(0)))
    expect(game.snapshot()).toEqual(before)
  })

  it('takes a subject by its title, folder or entry as people write paths, and refuses what is none', async () => {
    const { studio } = await openBench({ run: () => 0 })
    for (const map of [MAP, 'data\\maps\\one', 'DATA/MAPS', 'maps', `${MAP}!#1`])
      expect((await studio.api.launch({ map })).notices).toContainEqual({ code: 'tiny.started', params: { map: MAP } })
    await expect(studio.api.launch({ map: 'Two' })).rejects.toThrow(code('launch.no-subject'))
  })

  it('after the process died in a run, the next open puts the files back and says so', async () => {
    const folders = new Map<string, MemoryFiles>()
    const { studio, game, again } = await openBench({ folders, run: () => new Promise<number>(() => {}) })
    void studio.api.launch({ map: MAP })
    for (let i = 0; i < 100; i++) await Promise.resolve()
    expect(game.snapshot()['start.txt']).toBeDefined()
    expect((await (await again()).api.info())?.notices).toMatchObject([
      { code: 'notice.run-recovered', params: { n: 1 } },
    ])
    expect(game.snapshot()).toEqual(files())
  })

  it('says before anything is started that its program is not on the disk, unless commands before it may put it there', async () => {
    const ran: string[] = []
    const {
      studio: { api },
      game,
    } = await openBench({
      run: ({ command }) => {
        ran.push(command)
        return 0
      },
    })
    const profile = await api.profile()
    await api.setProfile({ ...profile, executable: 'OTHER.EXE', wrapper: [] })
    await expect(api.guardLaunch()).rejects.toMatchObject({
      code: 'launch.no-program',
      params: { program: '/game/OTHER.EXE' },
    })
    await expect(api.launch()).rejects.toThrow(code('launch.no-program'))
    expect(ran).toEqual([])
    game.put('OTHER.EXE', Uint8Array.of(0))
    await api.guardLaunch()
    game.delete('OTHER.EXE')
    await expect(api.guardLaunch()).rejects.toThrow(code('launch.no-program'))
    await api.setProfile({ ...profile, executable: 'OTHER.EXE', wrapper: [], before: [['mount']] })
    await api.launch()
    expect(ran).toEqual(['mount', '/game/OTHER.EXE'])
  })

  /** A game and its commands, each ending as its name says. */
  const withSteps = async (before: readonly string[][], after: readonly string[][]) => {
    const ran: string[] = []
    const bench = await openBench({
      folders: new Map([['/opt', new MemoryFiles({ own: Uint8Array.of(0) })]]),
      run: ({ command, arguments: words }, output) => {
        ran.push(command)
        output(`${command} ${words.join(' ')}\n`)
        return command === 'fails' ? 4 : 0
      },
    })
    await bench.studio.api.setProfile({
      executable: '/opt/own',
      arguments: [],
      folder: '',
      environment: {},
      wrapper: [],
      before,
      after,
    })
    return { ...bench, ran, launched: bench.studio.api.launch() }
  }

  it('runs the commands before and after it, in order, and keeps what all of them said', async () => {
    const { launched, ran, info, store } = await withSteps([['mount', '-r', 'cd'], ['tiny.exe']], [['unmount']])
    const { kept, output } = await launched
    expect(ran).toEqual(['mount', '/game/TINY.EXE', '/opt/own', 'unmount'])
    expect(output).toBe('mount -r cd\n/game/TINY.EXE \n/opt/own \nunmount \n')
    const path = kept?.slice(info.workspace.length + 1) ?? ''
    expect(new TextDecoder().decode(await store().read(path))).toBe(`["/opt/own"]\nexit 0, 0 ms\n${output}`)
  })

  it('does not start after a command that failed; those after it run, and one of them that fails is told of', async () => {
    const broken = await withSteps([['fails'], ['never']], [['unmount']])
    await expect(broken.launched).rejects.toThrow(code('launch.step'))
    expect(broken.ran).toEqual(['fails', 'unmount'])
    const { launched, ran } = await withSteps([], [['fails'], ['unmount']])
    expect(await launched).toMatchObject({
      exitCode: 0,
      notices: [{ code: 'refusal.launch.step', params: { command: 'fails', exit: '4' } }],
    })
    expect(ran).toEqual(['/opt/own', 'fails', 'unmount'])
  })

  it('says which libraries of others it needs on Windows, and only there', async () => {
    const noticesOn = async (platform: string, game = new MemoryFiles(files(), { root: '/game' })) =>
      (await (await openBench({ platform, game })).studio.api.launch()).notices
    expect(await noticesOn('win32')).toEqual([
      { code: 'notice.launch-libraries', params: { program: 'TINY.EXE', files: 'Draw.dll' } },
    ])
    expect(await noticesOn('linux')).toEqual([])
    expect(
      await noticesOn('win32', new MemoryFiles({ ...files(), 'DRAW.DLL': Uint8Array.of(0) }, { root: '/game' })),
    ).toEqual([])
  })

  it('uses the profile as it was set, and refuses without a program', async () => {
    const game = new MemoryFiles(files(), { root: '/game' })
    const {
      studio: { api },
      again,
    } = await openBench({ game, folders: new Map([['/usr/bin', new MemoryFiles({ own: Uint8Array.of(0) })]]) })
    expect(await api.profile()).toMatchObject({ executable: 'TINY.EXE', wrapper: ['wine'] })
    await api.setProfile({
      executable: '/usr/bin/own',
      arguments: ['-x'],
      folder: 'DATA',
      environment: { A: 'b' },
      wrapper: [],
      before: [],
      after: [],
    })
    expect(await (await again()).api.launch()).toMatchObject({ command: ['/usr/bin/own', '-x'], exitCode: 0 })
    await api.setProfile({
      executable: '',
      arguments: [],
      folder: '',
      environment: {},
      wrapper: [],
      before: [],
      after: [],
    })
    game.delete('TINY.EXE')
    await expect(api.guardLaunch()).rejects.toThrow(code('launch.no-executable'))
    await expect((await again()).api.launch()).rejects.toThrow(code('launch.no-executable'))
  })
})
