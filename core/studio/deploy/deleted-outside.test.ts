import { describe, expect, it } from 'vitest'
import { files, MAP, openBench, poke, present } from '../studio.fixture'

const LOOSE = 'DATA/loose.pts'

describe('a packed file that another program deleted', () => {
  it.each([[true], [false]])('is asked for by deploy; packed again before: %s', async isPacked => {
    const { studio, game } = await openBench()
    await poke(studio, LOOSE, 8, 4)
    await poke(studio, `${MAP}!#2`, 0, 50)
    await studio.api.pack()
    game.delete(LOOSE)
    const before = game.snapshot()
    if (isPacked) await studio.api.pack()
    await expect(studio.api.deploy()).rejects.toMatchObject({ code: 'deploy.foreign', params: { n: 1, file: LOOSE } })
    expect(game.snapshot()).toEqual(before)
  })

  it('is left, recreated or let go as was answered', async () => {
    for (const answer of ['theirs', 'keep', 'reload'] as const) {
      const { studio, game } = await openBench()
      await poke(studio, LOOSE, 8, 4)
      const edited = await present(studio, LOOSE)
      await studio.api.pack()
      game.delete(LOOSE)
      await studio.api.deploy({ answers: [{ file: LOOSE, answer }] })
      expect(game.snapshot()[LOOSE]).toEqual(answer === 'keep' ? edited : undefined)
      await studio.api.restore()
      const { [LOOSE]: _, ...others } = files()
      expect(game.snapshot()).toEqual(others)
    }
  })
})
