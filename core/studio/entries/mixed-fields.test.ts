import { describe, expect, it } from 'vitest'
import type { Bytes } from '../../layout'
import { files, openBench, poke, present, type Bench } from '../studio.fixture'

const LOOSE = 'DATA/loose.pts'
/** Offsets of the low and the high byte of the first point's x, of the low one of its y, and of a byte that no field names. */
const [LOW, HIGH, OTHER, LOOSE_BYTE] = [4, 5, 6, 9]

function changed(...bytes: readonly (readonly [offset: number, to: number])[]): Bytes {
  const image = (files()[LOOSE] ?? new Uint8Array(0)).slice()
  for (const [offset, to] of bytes) image[offset] = to
  return image
}

async function expectConflict({ studio, again }: Bench, isConflict: boolean, bytes: Bytes): Promise<void> {
  for (const one of [studio, await again()]) {
    expect(await one.api.outside()).toMatchObject([{ file: LOOSE, way: 'changed', isFitting: !isConflict }])
    expect(await present(one, LOOSE)).toEqual(bytes)
  }
}

describe('a number of which we changed one byte and another program the other', () => {
  async function mixed(): Promise<Bench> {
    const bench = await openBench()
    await poke(bench.studio, LOOSE, LOW, 40)
    bench.game.put(LOOSE, changed([HIGH, 7]))
    return bench
  }

  it('is a conflict in each process, and is neither packed nor deployed as a value that nobody wrote', async () => {
    const bench = await mixed()
    await expectConflict(bench, true, changed([HIGH, 7]))
    await bench.studio.api.pack()
    expect(bench.store().snapshot()).not.toHaveProperty([`overlay/${LOOSE}`])
    await expect(bench.studio.api.deploy()).rejects.toMatchObject({ code: 'deploy.foreign' })
  })

  it.each([
    ['merge=local', changed([LOW, 40])],
    ['merge=external', changed([HIGH, 7])],
    ['keep', changed([LOW, 40])],
    ['reload', changed([HIGH, 7])],
  ] as const)('is as chosen by %s', async (answer, bytes) => {
    const bench = await mixed()
    await expect(bench.studio.api.settle([{ file: LOOSE, answer: 'merge' }])).rejects.toMatchObject({
      code: 'deploy.conflicts',
    })
    expect(await bench.studio.api.settle([{ file: LOOSE, answer }])).toEqual([])
    for (const one of [bench.studio, await bench.again()]) expect(await present(one, LOOSE)).toEqual(bytes)
  })

  it('is none once the copy of the original is lost: nothing tells the sides apart', async () => {
    const bench = await mixed()
    for (const path of Object.keys(bench.store().snapshot())) if (path.startsWith('backup/')) bench.store().delete(path)
    expect(await bench.studio.api.outside()).toMatchObject([{ file: LOOSE, isFitting: true }])
  })
})

it.each([
  ['another field', OTHER, changed([OTHER, 7], [LOW, 40])],
  ['bytes that no field names', LOOSE_BYTE, changed([LOOSE_BYTE, 7], [LOW, 40])],
])('fits where the other program changed %s', async (_, offset, bytes) => {
  const bench = await openBench()
  await poke(bench.studio, LOOSE, LOW, 40)
  bench.game.put(LOOSE, changed([offset, 7]))
  await expectConflict(bench, false, bytes)
})

it('fits where the number was edited on top of what the other program wrote', async () => {
  const bench = await openBench()
  await poke(bench.studio, LOOSE, OTHER, 1)
  bench.game.put(LOOSE, changed([HIGH, 7]))
  await poke(bench.studio, LOOSE, LOW, 40)
  await expectConflict(bench, false, changed([OTHER, 1], [HIGH, 7], [LOW, 40]))
})
