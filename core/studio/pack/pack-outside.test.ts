import { expect, it } from 'vitest'
import { files, hash, MAP, openBench, poke, present } from '../studio.fixture'

const LOOSE = 'DATA/loose.pts'

function changed(...bytes: readonly (readonly [offset: number, to: number])[]): Uint8Array {
  const image = (files()[LOOSE] ?? new Uint8Array(0)).slice()
  for (const [offset, to] of bytes) image[offset] = to
  return image
}

it('what another program wrote and a pack took for the original is kept as a copy', async () => {
  const { studio, game, store } = await openBench()
  await poke(studio, LOOSE, 8, 4)
  game.put(LOOSE, changed([9, 5]))
  await studio.api.pack()
  expect(store().snapshot()[`backup/${hash(changed([9, 5]))}`]).toEqual(changed([9, 5]))
  game.put(LOOSE, changed([9, 5], [8, 66]))
  expect(await studio.api.outside()).toMatchObject([{ file: LOOSE, isFitting: false }])
  expect(await studio.api.settle([{ file: LOOSE, answer: 'mine' }])).toEqual([])
  expect(await present(studio, LOOSE)).toEqual(changed([9, 5], [8, 4]))
})

it('a file that the pack cannot take keeps the original that its edits were made on', async () => {
  const { studio, game, store } = await openBench()
  await poke(studio, LOOSE, 8, 4)
  await poke(studio, `${MAP}!#2`, 0, 50)
  game.put(LOOSE, changed([8, 66]))
  await studio.api.pack()
  expect(store().snapshot()[`backup/${hash(changed([8, 66]))}`]).toBeUndefined()
  expect(await studio.api.outside()).toMatchObject([{ file: LOOSE, isFitting: false }])
})

it('of a deployed file a pack takes nothing over: deploy asks, and what it has then written is what is shown', async () => {
  const { studio, game, again } = await openBench()
  await poke(studio, LOOSE, 8, 4)
  await studio.api.pack()
  await studio.api.deploy()
  const theirs = changed([9, 5])
  game.put(LOOSE, theirs)
  for (const one of [studio, await again()]) {
    await one.api.pack()
    expect(await one.api.outside()).toMatchObject([{ file: LOOSE, isFitting: true, isDeployed: true }])
    await expect(one.api.deploy()).rejects.toMatchObject({ code: 'deploy.foreign' })
    expect(game.snapshot()[LOOSE]).toEqual(theirs)
  }
  await studio.api.settle([{ file: LOOSE, answer: 'mine' }])
  await studio.api.pack()
  await studio.api.deploy()
  expect(game.snapshot()[LOOSE]).toEqual(await present(studio, LOOSE))
  await studio.api.restore()
  expect(game.snapshot()[LOOSE]).toEqual(files()[LOOSE])
})
