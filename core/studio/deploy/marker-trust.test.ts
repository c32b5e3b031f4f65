import { describe, expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import { codeOf, files, hash, MAP, openBench, poke, type Bench } from '../studio.fixture'
import { fromText } from '../../format/text-bytes'

const MARKER = 'areal-deployed.json'
const README = 'readme.txt'
const PRECIOUS = Uint8Array.of(7, 7, 7)
const SAVE = 'SAVES/mine.sav'
const json = (value: unknown): Uint8Array => fromText(JSON.stringify(value))

interface Marked {
  readonly path: string
  readonly pristine: string | null
  readonly deployed: readonly string[]
}
const added = (path: string, bytes: Uint8Array): Marked => ({ path, pristine: null, deployed: [hash(bytes)] })

/** A game with a save file and a marker that lists files; `folders`: what else lies on the disk. */
async function marked(
  listed: readonly unknown[],
  {
    workspace = '/victim',
    folders = {},
    more = {},
  }: {
    readonly workspace?: string
    readonly folders?: Readonly<Record<string, MemoryFiles>>
    readonly more?: object
  } = {},
): Promise<Bench> {
  const game = new MemoryFiles(
    { ...files(), [SAVE]: PRECIOUS, [MARKER]: json({ workspace, state: 'done', files: listed, ...more }) },
    { root: '/game' },
  )
  return openBench({ game, folders: new Map(Object.entries(folders)) })
}
const isCopied = ({ store }: Bench, bytes: Uint8Array): boolean =>
  Object.values(store().snapshot()).some(one => one.join() === bytes.join())

describe('a marker that came with the game', () => {
  it('removes nothing without an answer for each file, and nothing without a copy', async () => {
    const bench = await marked([added(SAVE, PRECIOUS), added(README, files()[README] ?? PRECIOUS)])
    const {
      studio: { api },
      game,
    } = bench
    expect(await api.info()).toMatchObject({
      state: 'foreign',
      notices: [{ code: 'notice.other-workspace' }, { code: 'notice.marker-unconfirmed' }],
    })
    expect((await api.list('', { deep: true })).map(({ path }) => path)).toContain(SAVE)
    const before = game.snapshot()
    expect(await codeOf(api.restore({ foreign: 'overwrite' }))).toBe('restore.unconfirmed')
    expect(await codeOf(api.restore({ answers: [{ file: SAVE, answer: 'restore' }] }))).toBe('restore.unconfirmed')
    expect(await codeOf(api.restore({ answers: [{ file: MAP, answer: 'restore' }] }))).toBe('restore.no-file')
    expect(game.snapshot()).toEqual(before)
    expect(await api.restorePlan()).toMatchObject({
      workspace: '/victim',
      files: [{ file: SAVE, action: 'remove', question: 'unconfirmed', isLost: false }, { file: README }],
    })
    const report = await api.restore({
      answers: [
        { file: SAVE, answer: 'restore' },
        { file: README, answer: 'keep' },
      ],
    })
    expect(report).toEqual({ written: [], restored: [SAVE], kept: [SAVE], left: [README] })
    expect(game.snapshot()).toEqual(files())
    expect(isCopied(bench, PRECIOUS)).toBe(true)
    expect(isCopied(bench, before[MARKER] ?? PRECIOUS)).toBe(true)
    expect(await api.info()).toMatchObject({ state: 'original', notices: [] })
  })

  it('leaves the record of the folder that it names alone, unless that is of this install', async () => {
    const record = json({ workspace: '/victim', state: 'done', files: [added(SAVE, PRECIOUS)] })
    for (const about of [undefined, json({ install: '/another' }), Uint8Array.of(1)]) {
      const victim = new MemoryFiles(
        { 'deployed.json': record, ...(about && { 'workspace.json': about }) },
        { root: '/victim' },
      )
      const {
        studio: { api },
      } = await marked([added(SAVE, PRECIOUS)], { folders: { '/victim': victim } })
      expect(await codeOf(api.restore())).toBe('restore.unconfirmed')
      await api.restore({ answers: [{ file: SAVE, answer: 'keep' }] })
      expect(victim.snapshot()['deployed.json']).toEqual(record)
    }
    const notARecord = new MemoryFiles(
      { 'deployed.json': Uint8Array.of(1, 2), 'workspace.json': json({ install: '/game' }) },
      { root: '/victim' },
    )
    const {
      studio: { api },
    } = await marked([added(SAVE, PRECIOUS)], { folders: { '/victim': notARecord } })
    await api.restore({ answers: [{ file: SAVE, answer: 'keep' }] })
    expect(notARecord.snapshot()['deployed.json']).toEqual(Uint8Array.of(1, 2))
  })

  it('is asked about only where the record of its workspace lists other digests', async () => {
    const victim = new MemoryFiles(
      {
        'deployed.json': json({
          workspace: '/victim',
          state: 'done',
          files: [added(SAVE, PRECIOUS), added(README, PRECIOUS)],
        }),
        'workspace.json': json({ install: '/game' }),
      },
      { root: '/victim' },
    )
    const bench = await marked([added(SAVE, PRECIOUS), added(README, files()[README] ?? PRECIOUS)], {
      folders: { '/victim': victim },
    })
    const {
      studio: { api },
      game,
    } = bench
    expect((await api.restorePlan()).files.map(({ file, question }) => [file, question])).toEqual([
      [SAVE, null],
      [README, 'unconfirmed'],
    ])
    expect(await codeOf(api.restore())).toBe('restore.unconfirmed')
    expect(await api.restore({ answers: [{ file: README, answer: 'keep' }] })).toMatchObject({
      restored: [SAVE],
      left: [README],
    })
    expect(isCopied(bench, PRECIOUS)).toBe(true)
    expect(game.snapshot()).toEqual(files())
    expect(victim.snapshot()['deployed.json']).toBeUndefined()
  })

  it('cannot name an original that nobody kept: such a file can only be left', async () => {
    const bench = await marked([{ path: MAP, pristine: hash(PRECIOUS), deployed: [hash(files()[MAP] ?? PRECIOUS)] }])
    const {
      studio: { api },
      game,
    } = bench
    expect((await api.restorePlan()).files).toMatchObject([{ file: MAP, action: 'restore', isLost: true }])
    const before = game.snapshot()
    expect(await codeOf(api.restore({ answers: [{ file: MAP, answer: 'restore' }] }))).toBe('deploy.backup-damaged')
    expect(game.snapshot()).toEqual(before)
    await api.restore({ answers: [{ file: MAP, answer: 'keep' }] })
    expect(game.snapshot()).toEqual({ ...files(), [SAVE]: PRECIOUS })
  })

  it('is not obeyed where it names this workspace, which did not deploy', async () => {
    const workspace = (await openBench()).info.workspace
    for (const more of [
      {},
      { state: 'running', steps: [{ path: SAVE, from: hash(PRECIOUS), to: null }] },
      { state: 'running', steps: [{ path: SAVE, from: hash(Uint8Array.of(1)), to: null }] },
    ]) {
      const { studio, game } = await marked([added(SAVE, PRECIOUS)], { workspace, more })
      expect(game.snapshot()[SAVE]).toEqual(PRECIOUS)
      await poke(studio, `${MAP}!#2`, 0, 50)
      await studio.api.pack()
      const isUnbegun = 'steps' in more && more.steps[0]?.from === hash(PRECIOUS)
      expect(await codeOf(studio.api.deploy())).toBe(isUnbegun ? 'done' : 'deploy.marker-unconfirmed')
      if (!isUnbegun) expect(await codeOf(studio.api.restore())).toBe('restore.unconfirmed')
      expect(game.snapshot()[SAVE]).toEqual(PRECIOUS)
    }
  })

  it('lists no path outside the install, no digest that is none, and no file twice', async () => {
    const digest = hash(PRECIOUS)
    const paths = [
      '../x',
      '/etc/passwd',
      'a/../../x',
      'C:/x',
      'a\\..\\x',
      'a//b',
      './a',
      '',
      MARKER,
      'Areal-Deployed.json',
      'x\0y',
      'a'.repeat(2000),
    ]
    const bench = await marked([
      ...paths.map(path => ({ path, pristine: null, deployed: [digest] })),
      { path: README, pristine: '../../backup', deployed: [] },
      { path: SAVE, pristine: null, deployed: [digest, '../x', 7] },
      { path: SAVE.toLowerCase(), pristine: digest, deployed: [] },
      5,
      null,
    ])
    expect((await bench.studio.api.restorePlan()).files.map(({ file, originalHash }) => [file, originalHash])).toEqual([
      [SAVE, ''],
    ])
  })

  it('is none where it is larger than any record', async () => {
    const {
      studio: { api },
    } = await marked([added(SAVE, PRECIOUS)], { more: { padding: 'x'.repeat(33 * 1024 * 1024) } })
    expect(await api.info()).toMatchObject({ state: 'original', notices: [] })
  })
})

describe('a deploy of another workspace that confirms it', () => {
  it('is restored without a question; what it had deployed is kept here', async () => {
    const { studio, again, game, folders } = await openBench()
    await poke(studio, `${MAP}!#2`, 0, 50)
    await studio.api.pack()
    await studio.api.deploy()
    const deployed = game.snapshot()[MAP]
    const other = await again({ workspace: '/elsewhere' })
    expect((await other.api.restorePlan()).files).toMatchObject([{ file: MAP, action: 'restore', question: null }])
    expect(await other.api.restore()).toMatchObject({ restored: [MAP], kept: [] })
    expect(game.snapshot()).toEqual(files())
    expect(Object.values(folders.get('/elsewhere')?.snapshot() ?? {})).toContainEqual(deployed)
  })
})

describe('a deployed file that another program changed', () => {
  it('stays with the answer keep, and its original is still known', async () => {
    const {
      studio: { api },
      studio,
      game,
      again,
    } = await openBench()
    await poke(studio, `${MAP}!#2`, 0, 50)
    await poke(studio, README, 0, 66)
    await api.pack()
    await api.deploy()
    game.put(README, PRECIOUS)
    expect((await api.restorePlan()).files.map(({ file, question }) => [file, question])).toEqual([
      [MAP, null],
      [README, 'foreign'],
    ])
    expect(await api.restore({ answers: [{ file: README, answer: 'keep' }] })).toMatchObject({
      restored: [MAP],
      left: [README],
    })
    expect(game.snapshot()[README]).toEqual(PRECIOUS)
    const later = (await again()).api
    expect(await codeOf(later.restore())).toBe('restore.foreign')
    expect(await later.restore({ answers: [{ file: README, answer: 'restore' }] })).toMatchObject({
      restored: [README],
      kept: [README],
    })
    expect(game.snapshot()).toEqual(files())
  })
})
