import { describe, expect, it } from 'vitest'
import { StudioError, type MemoryFiles } from '../../format'
import type { Bytes } from '../../layout'
import { codeOf, failing, files, MAP, openBench, poke, type Bench } from '../studio.fixture'

const LOOSE = 'DATA/loose.pts'
const README = 'readme.txt'
const FOREIGN = Uint8Array.of(9, 9, 9, 9)

interface Writer {
  readonly bench: Bench
  /** From now on: another program writes FOREIGN into the file directly before the disk operation of this number. */
  readonly arm: (file: string, at: number) => void
  /** From now on: the same directly before this file is written or removed by us, for the time of that number. */
  readonly armAt: (file: string, written: string, time?: number) => void
  readonly isDone: () => boolean
}

/** A game with edits of three files, packed, and another program beside it. */
async function withWriter(): Promise<Writer> {
  let isDue = (_operation: string, _path: string): boolean => false
  let target = ''
  let isDone = false
  const game: MemoryFiles = failing(files(), '/game', (operation, path) => {
    if (isDone || !isDue(operation, path)) return
    isDone = true
    game.put(target, FOREIGN)
  })
  const bench = await openBench({ game })
  await poke(bench.studio, `${MAP}!#2`, 0, 50)
  await poke(bench.studio, LOOSE, 4, 50)
  await poke(bench.studio, README, 0, 66)
  await bench.studio.api.pack()
  const armed = (file: string, due: typeof isDue): void => {
    target = file
    isDone = false
    isDue = due
  }
  return {
    bench,
    arm: (file, at) => {
      let count = 0
      armed(file, () => count++ === at)
    },
    armAt: (file, written, time = 0) => {
      let count = 0
      armed(
        file,
        (operation, path) => (operation === 'write' || operation === 'remove') && path === written && count++ === time,
      )
    },
    isDone: () => isDone,
  }
}

/** Whether the bytes of the other program are in the game or in a kept copy. */
function isKept({ game, store }: Bench, file: string): boolean {
  const isForeign = (bytes: Bytes | undefined): boolean => bytes?.join() === FOREIGN.join()
  return (
    isForeign(game.snapshot()[file]) ||
    Object.entries(store().snapshot()).some(([path, bytes]) => path.startsWith('backup/') && isForeign(bytes))
  )
}

describe('a file that another program writes while we write', () => {
  for (const work of ['deploy', 'restore'] as const) {
    for (const file of [MAP, LOOSE, README]) {
      it(`is never lost, whichever step of ${work} it is written at: ${file}`, async () => {
        for (let at = 0, isOver = false; !isOver; at++) {
          const { bench, arm, isDone } = await withWriter()
          const { api } = bench.studio
          if (work === 'restore') await api.deploy()
          arm(file, at)
          await codeOf(api[work]())
          isOver = !isDone()
          if (isDone()) expect([at, isKept(bench, file)]).toEqual([at, true])
        }
      })
    }
  }

  it('stops the deploy, which gives back what it wrote before; the plan then says whose file it is', async () => {
    const {
      bench: {
        studio: { api },
        game,
      },
      armAt,
    } = await withWriter()
    armAt(README, README)
    expect(await codeOf(api.deploy())).toBe('deploy.file-changed')
    expect(game.snapshot()).toEqual({ ...files(), [README]: FOREIGN })
    expect((await api.plan()).files.map(({ file, isForeign }) => [file, isForeign])).toContainEqual([README, true])
    expect(await codeOf(api.deploy())).toBe('deploy.foreign')
    expect(await api.deploy({ foreign: 'theirs' })).toMatchObject({
      written: expect.arrayContaining([MAP, LOOSE]) as string[],
    })
    expect(game.snapshot()[README]).toEqual(FOREIGN)
  })

  it('is left where the deploy is taken back, with a notice; the other files have again what they had', async () => {
    const {
      bench: {
        studio: { api },
        game,
      },
      armAt,
    } = await withWriter()
    let isFull = false
    armAt(LOOSE, LOOSE, 1) // the second time: when it is given back
    const write = game.write.bind(game)
    game.write = (path, bytes, options) => {
      if (path === README) isFull = true
      if (isFull && path === README) return Promise.reject(new StudioError('file.disk-full', { path }))
      return write(path, bytes, options)
    }
    expect(await codeOf(api.deploy())).toBe('file.disk-full')
    expect(game.snapshot()).toEqual({ ...files(), [LOOSE]: FOREIGN })
    expect((await api.info())?.notices).toContainEqual({ code: 'notice.file-left', params: { file: LOOSE } })
  })

  it('stops the restore, which gives back what it wrote before', async () => {
    const {
      bench: {
        studio: { api },
        game,
      },
      armAt,
    } = await withWriter()
    await api.deploy()
    const deployed = game.snapshot()
    armAt(README, README)
    expect(await codeOf(api.restore())).toBe('deploy.file-changed')
    expect(game.snapshot()).toEqual({ ...deployed, [README]: FOREIGN })
    expect(await codeOf(api.restore())).toBe('restore.foreign')
    await api.restore({ foreign: 'overwrite' })
    expect(game.snapshot()).toEqual(files())
  })

  it('stops the recovery of a deploy that was cut off', async () => {
    const { bench, armAt } = await withWriter()
    const { game } = bench
    const [write, stat] = [game.write.bind(game), game.stat.bind(game)]
    let isDead = false
    game.write = (path, bytes, options) => {
      isDead ||= path === README
      return isDead ? Promise.reject(new Error('power cut')) : write(path, bytes, options)
    }
    game.stat = path => (isDead ? Promise.reject(new Error('power cut')) : stat(path))
    await expect(bench.studio.api.deploy()).rejects.toThrow('power cut')
    Object.assign(game, { write, stat })
    armAt(README, README)
    const { api } = await bench.again()
    expect(bench.game.snapshot()[README]).toEqual(FOREIGN)
    expect((await api.info())?.notices.map(({ code }) => code)).toContain('notice.deploy-interrupted')
    expect(await codeOf(api.restore())).toBe('restore.foreign')
  })

  it('stops a run that starts in a map, and is kept', async () => {
    const { bench, armAt } = await withWriter()
    armAt('start.txt', 'start.txt')
    expect(await codeOf(bench.studio.api.launch({ map: MAP }))).toBe('deploy.file-changed')
    expect(isKept(bench, 'start.txt')).toBe(true)
  })
})
