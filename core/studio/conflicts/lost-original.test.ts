import { describe, expect, it } from 'vitest'
import type { Bytes } from '../../layout'
import type { OutsideAnswer } from '../api/conflicts'
import { files, openBench, poke, present, type Bench } from '../studio.fixture'

const LOOSE = 'DATA/loose.pts'
const KIND = 8

function changed(to: number): Bytes {
  const image = (files()[LOOSE] ?? new Uint8Array(0)).slice()
  image[KIND] = to
  return image
}

/** A file was edited and deployed, the copy of its original was deleted, and another program wrote the file. */
async function lost(): Promise<Bench> {
  const bench = await openBench()
  await poke(bench.studio, LOOSE, KIND, 4)
  await bench.studio.api.deploy()
  for (const [path, bytes] of Object.entries(bench.store().snapshot()))
    if (path.startsWith('backup/') && Buffer.from(bytes).equals(files()[LOOSE] ?? new Uint8Array(0)))
      bench.store().delete(path)
  bench.game.put(LOOSE, changed(77))
  return { ...bench, studio: await bench.again() }
}

describe('a deployed file whose kept original is lost and that another program changed', () => {
  it('is listed, as one of which nothing but the external version can be had', async () => {
    const { studio } = await lost()
    expect(await studio.api.outside()).toMatchObject([
      { file: LOOSE, isFitting: false, isDeployed: true, isLost: true },
    ])
    expect((await studio.api.info())?.notices).toMatchObject([{ code: 'notice.pristine-changed' }])
  })

  it.each(['keep', 'merge', 'merge=local', 'merge=external'] satisfies OutsideAnswer['answer'][])(
    'refuses %s by what is missing, and nothing is changed',
    async answer => {
      const { studio, game } = await lost()
      const before = game.snapshot()
      await expect(studio.api.settle([{ file: LOOSE, answer }])).rejects.toMatchObject({
        code: 'deploy.backup-damaged',
      })
      expect(game.snapshot()).toEqual(before)
      expect(await studio.api.outside()).toHaveLength(1)
    },
  )

  it('is reloaded: the external version is its original from then on, and can be edited', async () => {
    const { studio, again } = await lost()
    expect(await studio.api.settle([{ file: LOOSE, answer: 'reload' }])).toEqual([])
    for (const one of [studio, await again()]) {
      expect(await one.api.outside()).toEqual([])
      expect(await present(one, LOOSE)).toEqual(changed(77))
      expect((await one.api.read(LOOSE)).isEditable).toBe(true)
    }
    await poke(studio, LOOSE, KIND, 5)
    await studio.api.deploy()
    expect(await present(studio, LOOSE)).toEqual(changed(5))
  })
})
