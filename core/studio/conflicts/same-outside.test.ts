import { expect, it } from 'vitest'
import { openBench, present, transaction } from '../studio.fixture'

it.each(['keep', 'merge', 'merge=local', 'merge=external', 'reload'] as const)(
  'a file that another program wrote as it was packed here is resolved by %s: it is what both have',
  async answer => {
    const { studio, game, store, again } = await openBench()
    const { entry, revision } = await studio.api.read('readme.txt')
    const splices = [{ offset: 1, removed: new Uint8Array(0), inserted: Uint8Array.of(7, 8, 9) }]
    await studio.api.commit(transaction({ entry, base: revision, splices }))
    await studio.api.pack()
    const packed = store().snapshot()['overlay/readme.txt'] ?? new Uint8Array(0)
    game.put('readme.txt', packed)
    expect(await studio.api.outside()).toMatchObject([{ file: 'readme.txt', isFitting: true }])
    expect(await present(studio, 'readme.txt')).toEqual(Uint8Array.of(65, 7, 8, 9, 7, 8, 9))
    expect(await studio.api.settle([{ file: 'readme.txt', answer }])).toEqual([])
    for (const one of [studio, await again()]) expect(await present(one, 'readme.txt')).toEqual(packed)
  },
)
