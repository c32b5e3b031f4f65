import { expect, it } from 'vitest'
import { files, MAP, openBench, poke } from '../studio.fixture'

const LOOSE = 'DATA/loose.pts'

/** Offsets of x and kind of the point. */
const [X, KIND] = [4, 8]

it.each(['merge', 'merge=local', 'merge=external'] as const)(
  '%s takes nothing for an external change that was deployed from here and undone, whatever was packed since',
  async foreign => {
    const { studio, game } = await openBench()
    const original = files()[LOOSE] ?? new Uint8Array(0)
    await poke(studio, LOOSE, KIND + 1, 9)
    await poke(studio, LOOSE, X, 50)
    await studio.api.deploy()
    await studio.api.undo()
    const theirs = (await game.read(LOOSE)).slice()
    theirs[KIND] = 77
    game.put(LOOSE, theirs)
    await poke(studio, `${MAP}!#2`, 0, 40)
    await studio.api.pack()
    await studio.api.deploy({ force: true, foreign })
    const merged = original.slice()
    merged.set([77, 9], KIND)
    expect(await game.read(LOOSE)).toEqual(merged)
  },
)
