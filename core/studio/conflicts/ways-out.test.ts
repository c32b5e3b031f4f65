import { describe, expect, it } from 'vitest'
import { addEntry } from '../../edit'
import { MemoryFiles } from '../../format'
import type { Bytes } from '../../layout'
import type { OutsideAnswer, OutsideFile } from '../api/conflicts'
import type { Studio } from '../studio'
import { files, openBench, poke, present, transaction, type Bench } from '../studio.fixture'

const LOOSE = 'DATA/loose.pts'
const README = 'readme.txt'
const OWN = 'DATA/own.pts'
const KIND = 8

function changed(...bytes: readonly (readonly [offset: number, to: number])[]): Bytes {
  const image = (files()[LOOSE] ?? new Uint8Array(0)).slice()
  for (const [offset, to] of bytes) image[offset] = to
  return image
}

interface Told {
  readonly outside: readonly OutsideFile[]
  readonly notices: readonly string[]
  readonly isOpen: boolean
}

async function told(studio: Studio, file: string): Promise<Told> {
  const outside = await studio.api.outside()
  const notices = (await studio.api.info())?.notices.map(({ code }) => code) ?? []
  const isOpen = await studio.api.read(file).then(
    ({ isEditable }) => isEditable,
    () => false,
  )
  return { outside, notices: notices.filter(code => code !== 'notice.outside-fits'), isOpen }
}

/** State of the file in this process, equal in a new one. */
async function toldTwice({ studio, again }: Bench, file: string): Promise<Told> {
  const one = await told(studio, file)
  expect(await told(await again(), file)).toEqual(one)
  return one
}

const settle = (studio: Studio, file: string, answer: OutsideAnswer['answer']): ReturnType<Studio['api']['settle']> =>
  studio.api.settle([{ file, answer }])

describe('a file that we added and deployed, then another program changed', () => {
  const MINE = Uint8Array.of(0, 0, 0, 0)
  const THEIRS = Uint8Array.of(0, 0, 0, 0, 1)
  async function bench(): Promise<Bench> {
    const made = await openBench()
    await made.studio.api.commit(transaction(addEntry(OWN, 0, {}, MINE)))
    await made.studio.api.pack()
    await made.studio.api.deploy()
    await made.studio.api.outside()
    made.game.put(OWN, THEIRS)
    return made
  }

  it('is a conflict here as in a new process', async () => {
    expect(await toldTwice(await bench(), OWN)).toEqual({
      outside: [{ file: OWN, way: 'changed', isFitting: false, isDeployed: true }],
      notices: ['notice.pristine-changed'],
      isOpen: false,
    })
  })

  it.each([
    ['keep', MINE],
    ['reload', THEIRS],
    ['merge=local', MINE],
    ['merge=external', THEIRS],
  ] as const)('is resolved by %s', async (said, expected) => {
    const made = await bench()
    expect(await settle(made.studio, OWN, said)).toEqual([])
    expect(await present(made.studio, OWN)).toEqual(expected)
    expect(await toldTwice(made, OWN)).toEqual({ outside: [], notices: [], isOpen: true })
    await made.studio.api.pack()
    await made.studio.api.deploy()
    expect(made.game.snapshot()[OWN]).toEqual(expected)
  })
})

describe('a deployed file that was reloaded', () => {
  async function bench(): Promise<Bench> {
    const made = await openBench()
    await poke(made.studio, LOOSE, KIND, 4)
    await poke(made.studio, README, 0, 66)
    await made.studio.api.pack()
    await made.studio.api.deploy()
    made.game.put(LOOSE, changed([KIND, 7]))
    await settle(made.studio, LOOSE, 'reload')
    return made
  }

  it('and changed again is none that return to original writes, here or in a new process', async () => {
    const made = await bench()
    made.game.put(LOOSE, changed([KIND, 9]))
    const again = await made.again()
    for (const studio of [made.studio, again])
      expect((await studio.api.restorePlan()).files.map(({ file }) => file)).toEqual([README])
    expect((await again.api.info())?.notices.map(({ code }) => code)).not.toContain('notice.marker-unconfirmed')
    await again.api.restore()
    expect(made.game.snapshot()).toEqual({ ...files(), [LOOSE]: changed([KIND, 9]) })
  })

  it('stays so when another file is kept', async () => {
    const made = await bench()
    made.game.put(README, Uint8Array.of(90))
    await settle(made.studio, README, 'keep')
    made.game.put(LOOSE, changed([KIND, 9]))
    const again = await made.again()
    expect((await again.api.info())?.notices.map(({ code }) => code)).not.toContain('notice.marker-unconfirmed')
    expect((await again.api.restorePlan()).files.map(({ file }) => file)).toEqual([README])
  })
})

describe('a deployed file whose edits were undone and that another program deleted', () => {
  it('is written again by deploy without a question, as it is shown', async () => {
    const { studio, game } = await openBench()
    await poke(studio, LOOSE, KIND, 4)
    await studio.api.pack()
    await studio.api.deploy()
    await studio.api.undo()
    game.delete(LOOSE)
    expect(await studio.api.outside()).toEqual([])
    expect(await present(studio, LOOSE)).toEqual(changed())
    await studio.api.deploy()
    expect(game.snapshot()).toEqual(files())
  })
})

describe.each(['restored', 'deleted', 'overwritten'] as const)(
  'edits made on the fitting version of another program of a deployed file that is then %s',
  what => {
    const OURS = changed([KIND, 4], [9, 6])
    async function bench(): Promise<Bench> {
      const made = await openBench()
      await poke(made.studio, LOOSE, KIND, 4)
      await made.studio.api.pack()
      await made.studio.api.deploy()
      made.game.put(LOOSE, changed([9, 5]))
      await made.studio.api.outside()
      await poke(made.studio, LOOSE, 9, 6)
      expect(await present(made.studio, LOOSE)).toEqual(OURS)
      if (what === 'restored') await made.studio.api.restore({ foreign: 'overwrite' })
      else if (what === 'deleted') made.game.delete(LOOSE)
      else made.game.put(LOOSE, changed([9, 8]))
      return made
    }

    it('are a conflict that is listed, here as in a new process', async () => {
      expect(await toldTwice(await bench(), LOOSE)).toEqual({
        outside: [{ file: LOOSE, way: 'changed', isFitting: false, isDeployed: what !== 'restored' }],
        notices: ['notice.pristine-changed'],
        isOpen: false,
      })
    })

    it.each(['keep', 'reload', 'merge=local', 'merge=external'] as const)('and are resolved by %s', async said => {
      const made = await bench()
      const isOurs = said === 'keep' || said === 'merge=local'
      const external = { restored: changed(), deleted: undefined, overwritten: changed([9, 8]) }[what]
      const expected = isOurs ? OURS : external
      expect(await settle(made.studio, LOOSE, said)).toEqual([])
      for (const studio of [made.studio, await made.again()])
        expect(await present(studio, LOOSE).catch(() => undefined)).toEqual(expected)
      expect(await toldTwice(made, LOOSE)).toMatchObject({ outside: [], notices: [] })
      await made.studio.api.deploy()
      expect(made.game.snapshot()[LOOSE]).toEqual(expected)
    })
  },
)

describe('bytes that no field names', () => {
  const text = (...at: readonly (readonly [offset: number, to: number])[]): Bytes => {
    const bytes = new Uint8Array(64).fill(65)
    for (const [offset, to] of at) bytes[offset] = to
    return bytes
  }

  it.each(['merge=local', 'merge=external'] as const)(
    'are merged one by one by %s, however near they are',
    async said => {
      const game = new MemoryFiles({ ...files(), [README]: text() }, { root: '/game' })
      const { studio } = await openBench({ game })
      for (const at of [0, 1, 2]) await poke(studio, README, at, 70)
      await studio.api.pack()
      await studio.api.deploy()
      await poke(studio, README, 10, 71)
      game.put(README, text([0, 70], [1, 70], [2, 90], [4, 91], [10, 92], [40, 93]))
      await settle(studio, README, said)
      const both =
        said === 'merge=local'
          ? ([
              [2, 70],
              [10, 71],
            ] as const)
          : ([
              [2, 90],
              [10, 92],
            ] as const)
      expect(await present(studio, README)).toEqual(text([0, 70], [1, 70], [4, 91], [40, 93], ...both))
    },
  )
})

describe('edits on top of what another program wrote, in a file that was never deployed', () => {
  it.each(['merge', 'merge=local', 'merge=external'] as const)('all stay with %s', async answer => {
    const { studio, game, again } = await openBench()
    await poke(studio, LOOSE, KIND, 4)
    game.put(LOOSE, changed([KIND + 1, 77]))
    await studio.api.outside()
    await poke(studio, LOOSE, KIND + 1, 78)
    expect(await studio.api.outside()).toMatchObject([{ file: LOOSE, isFitting: true }])
    expect(await settle(studio, LOOSE, answer)).toEqual([])
    for (const one of [studio, await again()])
      expect(await present(one, LOOSE)).toEqual(changed([KIND, 4], [KIND + 1, 78]))
  })
})
