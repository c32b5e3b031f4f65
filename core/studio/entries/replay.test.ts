import { describe, expect, it } from 'vitest'
import { files, MAP, openBench, poke, present } from '../studio.fixture'
import { tinyPoints } from '../tiny-family.fixture'

const LOOSE = 'DATA/loose.pts'
const original = (): Uint8Array => files()[LOOSE] ?? new Uint8Array(0)

function changed(offset: number, to: number): Uint8Array {
  const bytes = original().slice()
  bytes[offset] = to
  return bytes
}

describe('a step that was undone is no reason to call the edits of a file unfitting', () => {
  it('where it was undone after a pack that it is not in', async () => {
    const { studio, game, again } = await openBench()
    await poke(studio, `${MAP}!#2`, 0, 50)
    await studio.api.pack()
    await poke(studio, LOOSE, 8, 4)
    await studio.api.undo()
    game.put(LOOSE, changed(8, 77))
    for (const one of [studio, await again()]) {
      expect(await one.api.outside()).toEqual([])
      expect(await present(one, LOOSE)).toEqual(changed(8, 77))
      expect((await one.api.info())?.notices.map(({ code }) => code)).not.toContain('notice.pristine-changed')
    }
    await poke(studio, LOOSE, 8, 5)
    expect(await present(studio, LOOSE)).toEqual(changed(8, 5))
  })

  it('where the pack has it: what was packed is no more what would be', async () => {
    const { studio, game, again, store } = await openBench()
    await poke(studio, LOOSE, 8, 4)
    await studio.api.pack()
    await studio.api.undo()
    game.put(LOOSE, changed(8, 77))
    for (const one of [studio, await again()]) expect(await present(one, LOOSE)).toEqual(changed(8, 77))
    await poke(studio, LOOSE, 9, 3)
    expect(await studio.api.info()).toMatchObject({ unpacked: 1 })
    await studio.api.pack()
    const expected = changed(8, 77)
    expected[9] = 3
    expect(store().snapshot()[`overlay/${LOOSE}`]).toEqual(expected)
  })

  it('but one that is in effect is', async () => {
    const { studio, game, again } = await openBench()
    await poke(studio, LOOSE, 8, 4)
    await studio.api.pack()
    await poke(studio, LOOSE, 9, 4)
    await studio.api.undo()
    game.put(LOOSE, tinyPoints([1, 2]))
    for (const one of [studio, await again()])
      expect(await one.api.outside()).toMatchObject([{ file: LOOSE, isFitting: true }])
    game.put(LOOSE, changed(8, 77))
    for (const one of [studio, await again()])
      expect(await one.api.outside()).toMatchObject([{ file: LOOSE, isFitting: false }])
  })
})
