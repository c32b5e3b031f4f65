import { describe, expect, it } from 'vitest'
import { StudioError } from '../../format'
import type { RunningProgram } from '../api/host'
import { codeOf, failing, files, MAP, openBench, poke, type Bench } from '../studio.fixture'
import { MARKER } from '../install/deployed'

const RAW = `${MAP}!#2`

/** A packed edit in an install where these cannot be written and these programs run, until `clear`. */
async function packed(
  locked: readonly string[],
  programs: readonly RunningProgram[] = [],
): Promise<Bench & { clear(): void }> {
  let isClear = false
  const game = failing(files(), '/game', (operation, path) => {
    if (operation === 'guard' && locked.includes(path) && !isClear)
      throw new StudioError('file.locked', { path, reason: 'EBUSY' })
  })
  const bench = await openBench({ game, running: () => (isClear ? [] : programs) })
  await poke(bench.studio, RAW, 0, 50)
  await bench.studio.api.pack()
  return {
    ...bench,
    clear: () => {
      isClear = true
    },
  }
}

describe('what stands in the way of deploy', () => {
  for (const path of [MAP, MARKER]) {
    it(`is told with the plan: ${path} cannot be written; deploy begins nothing, forced or not`, async () => {
      const {
        studio: { api },
        game,
        clear,
      } = await packed([path])
      const before = game.snapshot()
      expect((await api.plan()).unwritable).toEqual([{ code: 'file.locked', params: { path, reason: 'EBUSY' } }])
      expect(await codeOf(api.deploy())).toBe('file.locked')
      expect(await codeOf(api.deploy({ force: true }))).toBe('file.locked')
      expect(game.snapshot()).toEqual(before)
      clear()
      expect((await api.plan()).unwritable).toEqual([])
      expect(await codeOf(api.deploy())).toBe('done')
    })
  }

  it('is a program of the install that runs, not one beside it; forced it is written all the same', async () => {
    const inside = { pid: 7, executable: '/game/TINY.EXE' }
    const {
      studio: { api },
      game,
    } = await packed([], [inside, { pid: 8, executable: '/games/other.exe' }])
    const before = game.snapshot()
    expect((await api.plan()).running).toEqual([inside])
    await expect(api.deploy()).rejects.toThrow(
      expect.objectContaining({ code: 'deploy.game-running', params: { program: inside.executable, pid: 7 } }),
    )
    expect(game.snapshot()).toEqual(before)
    expect(await api.deploy({ force: true })).toMatchObject({ written: [MAP] })
  })

  it('is not told where nothing is to be written', async () => {
    const {
      studio: { api },
      clear,
    } = await packed([MAP, MARKER], [{ pid: 7, executable: '/game/TINY.EXE' }])
    clear()
    await api.deploy()
    const again = await packed([MAP], [{ pid: 7, executable: '/game/TINY.EXE' }])
    await again.studio.api.undo()
    await again.studio.api.pack()
    expect(await again.studio.api.plan()).toMatchObject({ files: [], unwritable: [], running: [] })
  })
})
