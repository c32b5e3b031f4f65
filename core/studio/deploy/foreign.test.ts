import { describe, expect, it } from 'vitest'
import type { Bytes } from '../../layout'
import { codeOf, files, hash, MAP, openBench, pristine, poke, present, type Bench } from '../studio.fixture'

const POINTS = `${MAP}!#0`
const RAW = `${MAP}!#2`
type Change = readonly [entry: string, offset: number, to: number]

/** The map with these changes, as another program would write it. */
async function mapWith(...changes: readonly Change[]): Promise<Bytes> {
  const { studio, store } = await openBench()
  for (const [entry, offset, to] of changes) await poke(studio, entry, offset, to)
  await studio.api.pack()
  return store().read(`overlay/${MAP}`)
}

/** Where the kind of the third point stands. */
const KIND = 20

/** Ours is deployed; then another program writes its changes into the file that it found. */
async function foreignFile(ours: readonly Change[], theirs: readonly Change[]): Promise<Bench> {
  const bench = await openBench()
  for (const [entry, offset, to] of ours) await poke(bench.studio, entry, offset, to)
  await bench.studio.api.pack()
  await bench.studio.api.deploy()
  bench.game.put(MAP, await mapWith(...ours, ...theirs))
  return bench
}

describe('a deployed file that another program changed', () => {
  it('is refused without an answer, and nothing is written', async () => {
    const {
      studio: { api },
      game,
    } = await foreignFile([[RAW, 0, 50]], [[RAW, 2, 60]])
    const before = game.snapshot()
    expect(await codeOf(api.deploy())).toBe('deploy.foreign')
    expect(game.snapshot()).toEqual(before)
  })

  it('keeps theirs where that is the answer, and asks again the next time', async () => {
    const bench = await foreignFile([[RAW, 0, 50]], [[RAW, 2, 60]])
    const theirs = await bench.game.read(MAP)
    expect(await bench.studio.api.deploy({ foreign: 'theirs' })).toEqual({
      written: [],
      restored: [],
      kept: [],
      left: [MAP],
    })
    expect(await bench.game.read(MAP)).toEqual(theirs)
    expect(await codeOf(bench.studio.api.deploy())).toBe('deploy.foreign')
    expect(await codeOf(bench.studio.api.restore())).toBe('restore.foreign')
    await bench.studio.api.restore({ foreign: 'overwrite' })
    expect(bench.game.snapshot()).toEqual(files())
  })

  it('is merged by field: both changes stand in the game and in the workspace, theirs as one step that is undone', async () => {
    const bench = await foreignFile([[POINTS, 4, 50]], [])
    bench.game.put(MAP, await mapWith([POINTS, 4, 50], [POINTS, KIND, 60]))
    const theirs = await bench.game.read(MAP)
    expect(await bench.studio.api.deploy({ foreign: 'merge' })).toMatchObject({ restored: [] })
    const merged = await present(bench.studio, POINTS)
    expect([merged[4], merged[KIND]]).toEqual([50, 60])
    expect(await bench.game.read(MAP)).toEqual(theirs)
    expect(await bench.store().read(`backup/${hash(theirs)}`)).toEqual(theirs)
    expect(await bench.studio.api.info()).toMatchObject({ state: 'deployed', unpacked: 0 })
    expect((await bench.studio.api.history()).filter(step => step.label.code === 'label.patch-applied')).toHaveLength(1)
    await bench.studio.api.undo()
    expect((await present(bench.studio, POINTS))[KIND]).toBe((await pristine(bench.studio, POINTS))[KIND])
    await bench.studio.api.restore()
    expect(bench.game.snapshot()).toEqual(files())
  })

  it('takes what we changed since into the merge', async () => {
    const bench = await foreignFile([[POINTS, 4, 50]], [])
    await poke(bench.studio, RAW, 0, 70)
    await bench.studio.api.pack()
    bench.game.put(MAP, await mapWith([POINTS, 4, 50], [POINTS, KIND, 60]))
    expect(await bench.studio.api.deploy({ foreign: 'merge' })).toMatchObject({ written: [MAP] })
    expect(await bench.game.read(MAP)).toEqual(await mapWith([POINTS, 4, 50], [POINTS, KIND, 60], [RAW, 0, 70]))
  })

  it('is not merged where both changed one field: nothing is written, nothing is taken over', async () => {
    const bench = await foreignFile([[POINTS, 4, 50]], [])
    bench.game.put(MAP, await mapWith([POINTS, 4, 51]))
    const before = bench.game.snapshot()
    const steps = await bench.studio.api.history()
    expect(await codeOf(bench.studio.api.deploy({ foreign: 'merge' }))).toBe('deploy.conflicts')
    expect(bench.game.snapshot()).toEqual(before)
    expect(await bench.studio.api.history()).toEqual(steps)
    expect(await codeOf(bench.studio.api.deploy())).toBe('deploy.foreign')
    await bench.studio.api.deploy({ foreign: 'mine' })
    expect(await bench.game.read(MAP)).toEqual(await mapWith([POINTS, 4, 50]))
  })

  /** Ours is packed and was never deployed; another program wrote its own into the install. */
  async function neverDeployed(ours: readonly Change[], theirs: readonly Change[]): Promise<Bench> {
    const bench = await openBench()
    for (const [entry, offset, to] of ours) await poke(bench.studio, entry, offset, to)
    await bench.studio.api.pack()
    bench.game.put(MAP, await mapWith(...theirs))
    return bench
  }

  it('that was never deployed is merged where the edits stand on it', async () => {
    const bench = await neverDeployed([[RAW, 0, 50]], [[RAW, 2, 60]])
    await bench.studio.api.deploy({ foreign: 'merge' })
    expect(await bench.game.read(MAP)).toEqual(await mapWith([RAW, 0, 50], [RAW, 2, 60]))
  })

  it('that was never deployed is merged by field where the edits no longer fit it; restore brings back what stood there', async () => {
    const bench = await neverDeployed(
      [
        [POINTS, 4, 50],
        [POINTS, KIND, 40],
        [POINTS, KIND, 60],
      ],
      [
        [POINTS, 8, 70],
        [POINTS, KIND, 60],
      ],
    )
    expect((await bench.studio.api.info())?.notices).toMatchObject([{ code: 'notice.pristine-changed' }])
    const theirs = bench.game.snapshot()
    await bench.studio.api.deploy({ foreign: 'merge' })
    expect(await bench.game.read(MAP)).toEqual(await mapWith([POINTS, 4, 50], [POINTS, 8, 70], [POINTS, KIND, 60]))
    const studio = await bench.again()
    expect(await studio.api.info()).toMatchObject({ state: 'deployed', unpacked: 0, notices: [] })
    await poke(studio, POINTS, 4, 51)
    await studio.api.restore()
    expect(bench.game.snapshot()).toEqual(theirs)
  })

  it('that was never deployed and conflicts is refused to merge; mine goes over it, their copy is kept, and editing goes on', async () => {
    const bench = await neverDeployed([[RAW, 0, 50]], [[RAW, 0, 60]])
    const theirs = await bench.game.read(MAP)
    expect(await codeOf(bench.studio.api.deploy({ foreign: 'merge' }))).toBe('deploy.conflicts')
    expect(await bench.game.read(MAP)).toEqual(theirs)
    expect(await bench.studio.api.deploy({ foreign: 'mine' })).toMatchObject({ written: [MAP], kept: [MAP] })
    expect(await bench.store().read(`backup/${hash(theirs)}`)).toEqual(theirs)
    const studio = await bench.again()
    expect(await studio.api.info()).toMatchObject({ state: 'deployed', notices: [] })
    await poke(studio, RAW, 0, 51)
    await studio.api.restore()
    expect(await bench.game.read(MAP)).toEqual(theirs)
  })

  for (const [answer, expected] of [
    [
      'mine',
      [
        [RAW, 0, 50],
        [POINTS, 4, 50],
      ],
    ],
    [
      'merge',
      [
        [RAW, 0, 50],
        [POINTS, 4, 50],
        [POINTS, 8, 70],
      ],
    ],
  ] as const) {
    it(`under edits that are not packed is settled with the answer ${answer}`, async () => {
      const bench = await openBench()
      await poke(bench.studio, RAW, 0, 40)
      await poke(bench.studio, RAW, 0, 50)
      await poke(bench.studio, POINTS, 4, 50)
      const theirs = await mapWith([RAW, 0, 50], [POINTS, 8, 70])
      bench.game.put(MAP, theirs)
      const { api } = bench.studio
      expect((await api.plan()).files).toMatchObject([{ file: MAP, action: 'replace', isForeign: true, newHash: '' }])
      expect((await api.info())?.notices).toMatchObject([{ code: 'notice.pristine-changed' }])
      expect(await codeOf(api.deploy())).toBe('deploy.foreign')
      expect(await api.deploy({ foreign: 'theirs' })).toMatchObject({ written: [], left: [MAP] })
      await api.deploy({ foreign: answer })
      expect(await bench.game.read(MAP)).toEqual(await mapWith(...expected))
      const studio = await bench.again()
      expect(await studio.api.info()).toMatchObject({ state: 'deployed', notices: [], unpacked: 0 })
      await poke(studio, POINTS, 4, 51)
      await studio.api.restore()
      expect(await bench.game.read(MAP)).toEqual(theirs)
    })
  }

  it('whose original no copy is kept of is not merged: a workspace of an earlier version', async () => {
    const bench = await neverDeployed([[RAW, 0, 50]], [[RAW, 0, 60]])
    for (const path of Object.keys(bench.store().snapshot())) if (path.startsWith('backup/')) bench.store().delete(path)
    const theirs = await bench.game.read(MAP)
    expect(await codeOf(bench.studio.api.deploy({ foreign: 'merge' }))).toBe('deploy.no-base')
    await bench.studio.api.deploy({ foreign: 'mine' })
    await bench.studio.api.restore()
    expect(await bench.game.read(MAP)).toEqual(theirs)
  })
})

describe('two deployed files that another program changed', () => {
  const LOOSE = 'DATA/loose.pts'
  /** Both ours are deployed, then changed by another program. */
  async function both(): Promise<Bench> {
    const bench = await openBench()
    await poke(bench.studio, RAW, 0, 50)
    await poke(bench.studio, LOOSE, 4, 50)
    await bench.studio.api.pack()
    await bench.studio.api.deploy()
    for (const file of [MAP, LOOSE]) bench.game.put(file, Uint8Array.of(...(await bench.game.read(file)), 0))
    return bench
  }

  it('get an answer each; without one for every file nothing is written and nothing taken over', async () => {
    const {
      studio: { api },
      game,
      store,
    } = await both()
    const [before, theirs] = [game.snapshot(), await game.read(LOOSE)]
    for (const answer of ['mine', 'theirs', 'merge'] as const) {
      expect(await codeOf(api.deploy({ answers: [{ file: MAP, answer }] }))).toBe('deploy.foreign')
    }
    expect(game.snapshot()).toEqual(before)
    const report = await api.deploy({
      answers: [
        { file: MAP, answer: 'mine' },
        { file: LOOSE, answer: 'theirs' },
      ],
    })
    expect(report).toEqual({ written: [MAP], restored: [], kept: [MAP], left: [LOOSE] })
    expect(await game.read(MAP)).toEqual(await store().read(`overlay/${MAP}`))
    expect(await game.read(LOOSE)).toEqual(theirs)
  })

  it('are news once: what we write ourselves, here or in another process, is none', async () => {
    const { studio, again } = await both()
    const [told, other] = [new Array<readonly string[]>(), await again()]
    await studio.api.info()
    for (const one of [studio, other])
      one.listen('outside', ({ files, kind }) => {
        if (kind === 'changed') told.push(files)
      })
    await studio.api.deploy({
      answers: [
        { file: MAP, answer: 'mine' },
        { file: LOOSE, answer: 'theirs' },
      ],
    })
    for (const one of [studio, other])
      expect((await one.api.info())?.notices.map(({ params }) => params['file'])).toEqual([LOOSE])
    expect((await studio.api.read(RAW)).isEditable).toBe(true)
    await studio.api.restore({ foreign: 'overwrite' })
    for (const one of [studio, other]) expect(await one.api.info()).toMatchObject({ state: 'original', notices: [] })
    expect(told).toEqual([])
  })

  it('are none where another process deployed since and nobody looked before the next pack', async () => {
    const { studio, again, store } = await openBench()
    const other = await again()
    await poke(studio, RAW, 0, 50)
    await other.api.info()
    await studio.api.pack()
    await studio.api.deploy()
    await poke(studio, RAW, 2, 60)
    expect((await other.api.pack()).files.map(({ file }) => file)).toEqual([MAP])
    expect(await store().read(`overlay/${MAP}`)).toEqual(await mapWith([RAW, 0, 50], [RAW, 2, 60]))
    expect((await other.api.info())?.notices).toEqual([])
  })

  it('get what is said for all where nothing is said for one', async () => {
    const {
      studio: { api },
      game,
    } = await both()
    const theirs = await game.read(MAP)
    expect(await api.deploy({ foreign: 'mine', answers: [{ file: MAP, answer: 'theirs' }] })).toMatchObject({
      written: [LOOSE],
    })
    expect(await game.read(MAP)).toEqual(theirs)
  })
})
