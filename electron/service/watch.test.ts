import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStudio, type Studio, type Watch } from '@areal-studio/core/studio'
import { files, MAP, poke } from '../../core/studio/studio.fixture'
import { TINY_FAMILY, tinyKnown } from '../../core/studio/tiny-family.fixture'
import { nodeHost } from '../node/node-host'
import { watchFolders } from './watch'

const PATIENCE = { timeout: 30_000, interval: 50 }
let base: string
let looks: number
let stop: (() => void)[]

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-watch-')))
  looks = 0
  stop = []
  for (const [path, bytes] of Object.entries(files())) {
    mkdirSync(dirname(join(base, 'game', path)), { recursive: true })
    writeFileSync(join(base, 'game', path), bytes)
  }
})
afterEach(() => {
  for (const remove of stop) remove()
  rmSync(base, { recursive: true, force: true })
})

async function opened(isWatching: boolean): Promise<Studio> {
  const watch = watchFolders(error => {
    throw error
  })
  const studio = createStudio({
    host: nodeHost(join(base, 'user'), base),
    families: [tinyKnown({ ...TINY_FAMILY, roots: [{ id: 'first', title: 'Tiny 1', detect: () => 1 }] })],
    ...(isWatching && {
      watch: ((folder, changed, options) => {
        const remove = watch(
          folder,
          paths => {
            looks++
            changed(paths)
          },
          options,
        )
        stop.push(remove)
        return remove
      }) satisfies Watch,
    }),
  })
  await studio.api.open(join(base, 'game'))
  return studio
}

/** A watcher begins with a delay: the file is written again until it is seen. */
async function seen(change: () => void): Promise<void> {
  const before = looks
  await vi.waitFor(
    () => {
      if (looks === before) change()
      expect(looks).toBeGreaterThan(before)
    },
    { timeout: 30_000, interval: 1000 },
  )
}

describe('a watched install and workspace', () => {
  it('tells of a file that another program changed, and not of one it only touched', async () => {
    const studio = await opened(true)
    const told: string[] = []
    studio.listen('outside', event => told.push(...event.files))
    await studio.api.read('readme.txt')
    await seen(() => utimesSync(join(base, 'game/readme.txt'), new Date(), new Date()))
    await studio.api.info()
    expect(told).toEqual([])
    writeFileSync(join(base, 'game/readme.txt'), 'changed')
    await vi.waitFor(() => expect(told).toEqual(['readme.txt']), PATIENCE)
    expect((await studio.api.read('readme.txt')).bytes).toHaveLength(7)
  })

  it('says at once when an edited file is another one', async () => {
    const studio = await opened(true)
    await poke(studio, `${MAP}!#2`, 0, 50)
    const codes: string[] = []
    studio.listen('info', info => codes.push(...info.notices.map(words => words.code)))
    await seen(() => writeFileSync(join(base, 'game', MAP), `other${String(looks)}`))
    await vi.waitFor(() => expect(codes).toContain('notice.pristine-changed'), PATIENCE)
  })

  it('says at once that the folder of a root disappeared, and when it is asked that it is there again', async () => {
    const root = join(base, 'first')
    mkdirSync(join(root, 'DATA'), { recursive: true })
    writeFileSync(join(root, 'DATA/a.tin'), 'a')
    writeFileSync(join(root, 'tiny1.exe'), 'a')
    const studio = await opened(true)
    await studio.api.chooseRoot('first', root)
    await seen(() => writeFileSync(join(root, 'tiny1.exe'), `b${String(looks)}`))
    const sent: boolean[] = []
    studio.listen('info', info => sent.push(...info.roots.map(({ isMissing }) => isMissing)))
    renameSync(root, `${root}-moved`)
    await vi.waitFor(() => expect(sent).toContain(true), PATIENCE)
    renameSync(`${root}-moved`, root)
    expect((await studio.api.info())?.roots[0]?.isMissing).toBe(false)
    expect(sent.at(-1)).toBe(false)
  })

  it('shows at once what the command line did to the same workspace', async () => {
    const window = await opened(true)
    const commits: number[] = []
    window.listen('commit', commit => commits.push(commit.revision))
    const other = await opened(false)
    let value = 0
    await vi.waitFor(
      async () => {
        await poke(other, 'readme.txt', 0, ++value)
        expect(commits.length).toBeGreaterThan(0)
      },
      { timeout: 30_000, interval: 1000 },
    )
  })
})
