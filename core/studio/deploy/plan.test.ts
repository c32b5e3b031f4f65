import { describe, expect, it } from 'vitest'
import { hash, MAP, openBench, poke, present } from '../studio.fixture'

const LOOSE = 'DATA/loose.pts'
const RAW = `${MAP}!#2`

describe('the plan of a deploy', () => {
  it('is of what will be written, with edits newer than the last pack, and planning writes nothing', async () => {
    const {
      studio: { api },
      studio,
      game,
      store,
    } = await openBench()
    await poke(studio, RAW, 0, 50)
    await api.pack()
    await poke(studio, RAW, 0, 51)
    await poke(studio, LOOSE, 4, 3)
    const [overlay, steps] = [store().snapshot()[`overlay/${MAP}`], await api.history()]
    const plan = await api.plan()
    expect(plan.files.map(({ file, action }) => [file, action])).toEqual([
      [MAP, 'replace'],
      [LOOSE, 'replace'],
    ])
    expect([store().snapshot()[`overlay/${MAP}`], await api.history()]).toEqual([overlay, steps])
    expect(await api.deploy()).toMatchObject({ written: [MAP, LOOSE] })
    for (const { file, newHash, size } of plan.files) {
      const written = await game.read(file)
      expect([file, hash(written), written.length]).toEqual([file, newHash, size])
      expect(written).toEqual(await present(studio, file))
    }
    expect(await api.info()).toMatchObject({ state: 'deployed', unpacked: 0 })
  })

  it('leaves out what was undone since the pack, and returns it where it is deployed', async () => {
    const {
      studio: { api },
      studio,
    } = await openBench()
    await poke(studio, RAW, 0, 50)
    await api.pack()
    await api.undo()
    expect((await api.plan()).files).toEqual([])
    await api.redo()
    await api.deploy()
    await api.undo()
    expect((await api.plan()).files).toMatchObject([{ file: MAP, action: 'restore' }])
    expect(await api.deploy()).toMatchObject({ written: [], restored: [MAP] })
  })
})
