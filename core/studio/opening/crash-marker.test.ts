import { describe, expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import { memoryHost } from '../memory-host.fixture'
import { createStudio, type Studio } from '../studio'
import { files, hash, poke } from '../studio.fixture'
import { TINY_KNOWN } from '../tiny-family.fixture'

const CODE = 'notice.cut-off'

function machine(): {
  start(options: { pid: number; living?: readonly number[]; isWindow?: boolean }): Promise<Studio>
} {
  const folders = new Map([['/game', new MemoryFiles(files(), { root: '/game' })]])
  return {
    async start({ pid, living = [], isWindow = true }) {
      const host = memoryHost({ hash, folders, pid, living })
      const studio = createStudio({ host, families: [TINY_KNOWN], ...(isWindow && { watch: () => () => undefined }) })
      await studio.api.open('/game')
      return studio
    },
  }
}
const codes = async (studio: Studio): Promise<readonly string[]> =>
  ((await studio.api.info())?.notices ?? []).map(words => words.code)

describe('a session that was cut off', () => {
  it('is told at the next start while edits are not packed, to the command line too', async () => {
    const { start } = machine()
    await poke(await start({ pid: 1 }), 'readme.txt', 0, 66)
    expect(await codes(await start({ pid: 2, isWindow: false }))).toEqual([CODE])
    const next = await start({ pid: 3 })
    expect(await codes(next)).toEqual([CODE])
    expect((await next.api.read('readme.txt')).bytes).toEqual(Uint8Array.of(66))
    await next.api.undo()
    expect(await codes(next)).toEqual([])
  })

  it('is none where the window was closed, where it still lives, or where all is packed', async () => {
    const { start } = machine()
    const first = await start({ pid: 1 })
    await poke(first, 'readme.txt', 0, 66)
    expect(await codes(await start({ pid: 2, living: [1], isWindow: false }))).toEqual([])
    await first.close()
    const second = await start({ pid: 3 })
    expect(await codes(second)).toEqual([])
    await second.api.pack()
    expect(await codes(await start({ pid: 4 }))).toEqual([])
  })
})
