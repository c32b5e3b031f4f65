import { describe, expect, it } from 'vitest'
import { addEntry, removeEntry } from '../../edit'
import type { Bytes } from '../../layout'
import type { OutsideAnswer } from '../api/conflicts'
import type { Studio } from '../studio'
import { files, openBench, poke, present, transaction, type Bench } from '../studio.fixture'

const LOOSE = 'DATA/loose.pts'
const OWN = 'DATA/own.pts'
const KIND = 8

function changed(...bytes: readonly (readonly [offset: number, to: number])[]): Bytes {
  const image = (files()[LOOSE] ?? new Uint8Array(0)).slice()
  for (const [offset, to] of bytes) image[offset] = to
  return image
}

const settle = (studio: Studio, answer: OutsideAnswer['answer']): ReturnType<Studio['api']['settle']> =>
  studio.api.settle([{ file: LOOSE, answer }])

/** Neither this process nor a new one calls the file a conflict, and both show these bytes. */
async function expectShown({ studio, again }: Bench, file: string, bytes: Bytes): Promise<void> {
  for (const one of [studio, await again()]) {
    expect(await one.api.outside()).toEqual([])
    expect(await present(one, file)).toEqual(bytes)
    expect((await one.api.read(file)).isEditable).toBe(true)
  }
}

describe('a file whose edits come to nothing is no conflict', () => {
  it('where it was reloaded, and the same bytes are changed again', async () => {
    const bench = await openBench()
    const { studio, game } = bench
    await poke(studio, LOOSE, KIND, 4)
    await studio.api.deploy()
    for (const value of [77, 78, 79]) {
      game.put(LOOSE, changed([KIND, value]))
      if (value === 77) await settle(studio, 'reload')
      await expectShown(bench, LOOSE, changed([KIND, value]))
    }
  })

  it('where it was edited between two reloads', async () => {
    const bench = await openBench()
    const { studio, game } = bench
    for (const value of [70, 80, 90]) {
      await poke(studio, LOOSE, KIND, value + 1)
      await studio.api.deploy()
      game.put(LOOSE, changed([KIND, value]))
      await settle(studio, 'reload')
      await expectShown(bench, LOOSE, changed([KIND, value]))
    }
    game.put(LOOSE, changed([KIND, 99]))
    await expectShown(bench, LOOSE, changed([KIND, 99]))
    await poke(studio, LOOSE, KIND, 3)
    await studio.api.deploy()
    await expectShown(bench, LOOSE, changed([KIND, 3]))
    await studio.api.restore()
    expect(await game.read(LOOSE)).toEqual(changed([KIND, 99]))
  })

  it('where the file that was let go comes back', async () => {
    const bench = await openBench()
    const { studio, game } = bench
    await poke(studio, LOOSE, KIND, 4)
    game.delete(LOOSE)
    await settle(studio, 'reload')
    game.put(LOOSE, changed([KIND, 5]))
    await expectShown(bench, LOOSE, changed([KIND, 5]))
  })

  it('where an edit was set back by another one', async () => {
    const bench = await openBench()
    const { studio, game } = bench
    await poke(studio, LOOSE, KIND, 4)
    await studio.api.pack()
    await poke(studio, LOOSE, KIND, files()[LOOSE]?.[KIND] ?? 0)
    game.put(LOOSE, changed([KIND, 77]))
    await expectShown(bench, LOOSE, changed([KIND, 77]))
    await poke(studio, LOOSE, KIND, 78)
    await expectShown(bench, LOOSE, changed([KIND, 78]))
    await studio.api.deploy()
    await studio.api.restore()
    expect(await game.read(LOOSE)).toEqual(changed([KIND, 77]))
  })

  it('where a file that was added and deleted again appears', async () => {
    const bench = await openBench()
    const { studio, game } = bench
    await studio.api.commit(transaction(addEntry(OWN, 0, {}, Uint8Array.of(0, 0, 0, 0))))
    await studio.api.commit(transaction(removeEntry(await studio.api.read(OWN))))
    game.put(OWN, Uint8Array.of(0, 0, 0, 0, 1))
    await expectShown(bench, OWN, Uint8Array.of(0, 0, 0, 0, 1))
  })
})

describe('undo of the step after which nothing was left', () => {
  const steps = async (bench: Bench): Promise<void> => {
    await poke(bench.studio, LOOSE, KIND, 4)
    await bench.studio.api.revert(LOOSE)
    bench.game.put(LOOSE, changed([KIND, 77]))
    await bench.studio.api.outside()
  }

  it('makes the file a conflict, here, in another process and after a restart', async () => {
    const bench = await openBench({ living: [1, 2] })
    await steps(bench)
    const other = await bench.again()
    await bench.studio.api.undo()
    for (const one of [bench.studio, other, await bench.again()]) {
      expect(await one.api.outside()).toMatchObject([{ file: LOOSE, isFitting: false }])
      expect(await present(one, LOOSE)).toEqual(changed([KIND, 77]))
    }
  })

  it.each([
    ['keep', changed([KIND, 4])],
    ['reload', changed([KIND, 77])],
  ] as const)('is resolved by %s', async (answer, bytes) => {
    const bench = await openBench()
    await steps(bench)
    await bench.studio.api.undo()
    expect(await settle(bench.studio, answer)).toEqual([])
    for (const one of [bench.studio, await bench.again()]) expect(await present(one, LOOSE)).toEqual(bytes)
  })

  it('compares with an older point, and shows no point of it as the other program’s bytes', async () => {
    const bench = await openBench()
    await steps(bench)
    await expect(bench.studio.api.returnFile(LOOSE, 1)).rejects.toMatchObject({ code: 'workspace.pristine-changed' })
    expect(await bench.studio.api.compare(1)).toHaveLength(1)
  })
})

describe('a file that was added here, deployed and taken back, and that another program writes', () => {
  const EXTERNAL = Uint8Array.of(0, 0, 0, 0, 1)
  const openAdded = async (): Promise<Bench> => {
    const bench = await openBench()
    const { studio, game } = bench
    await poke(studio, LOOSE, KIND, 4)
    await studio.api.commit(transaction(addEntry(OWN, 0, {}, Uint8Array.of(0, 0, 0, 0))))
    await studio.api.deploy()
    await studio.api.revert(OWN)
    game.put(OWN, EXTERNAL)
    return bench
  }

  it.each(['keep', 'merge=local'] as const)(
    'is deleted by the next deploy after %s, and kept as a copy',
    async answer => {
      const { studio, again, game, store } = await openAdded()
      expect(await studio.api.settle([{ file: OWN, answer }])).toEqual([])
      for (const one of [studio, await again()])
        await expect(one.api.read(OWN)).rejects.toMatchObject({ code: 'entry.missing' })
      await studio.api.deploy()
      expect(await game.stat(OWN)).toBeUndefined()
      expect(Object.values(store().snapshot())).toContainEqual(EXTERNAL)
    },
  )

  it.each(['reload', 'merge=external'] as const)('is the original after %s, which undo cannot delete', async answer => {
    const bench = await openAdded()
    const { studio, game } = bench
    expect(await studio.api.settle([{ file: OWN, answer }])).toEqual([])
    await expectShown(bench, OWN, EXTERNAL)
    while ((await studio.api.undo()) !== null);
    await expectShown(bench, OWN, EXTERNAL)
    expect(await present(studio, LOOSE)).toEqual(files()[LOOSE])
    await studio.api.deploy()
    expect(await game.read(OWN)).toEqual(EXTERNAL)
  })
})
