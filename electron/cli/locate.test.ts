import { appendFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { commandLine } from './cli.fixture'

const MAP = 'DATA/MAPS/SC_1/Land.map'
const ENTRY = `${MAP}!#0`
const bench = commandLine('locate', sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] }))

describe('areal on a game folder that was moved', () => {
  it('looks, refuses to write, and goes on where the game is once it is located', async () => {
    const { areal, install } = bench
    const moved = join(bench.base, 'moved')
    await areal('set', install, ENTRY, 'areals/3/class_id=76')
    const { out: workspace } = await areal('where', install)
    renameSync(install, moved)
    const changes = await areal('changes', install)
    expect(changes).toMatchObject({ code: 0, err: expect.stringContaining(install) as string })
    expect(changes.out).toContain('76')
    expect((await areal('get', install, ENTRY, 'areals/3/class_id')).out.trim()).toBe('76')
    expect(await areal('check', install)).toMatchObject({
      code: 1,
      out: expect.stringContaining('studio.install-missing') as string,
    })
    for (const words of [
      ['set', install, ENTRY, 'areals/3/class_id=5'],
      ['undo', install],
      ['pack', install],
      ['deploy', install],
      ['launch', install],
    ]) {
      const { code, err } = await areal(...words)
      expect(err.split('\n').at(-1), words[0]).toContain('error install.missing: ')
      expect(code).toBe(2)
    }
    expect((await areal('locate', install, moved, '--dry-run')).code).toBe(0)
    expect(await areal('locate', install, moved)).toMatchObject({
      code: 0,
      out: `The workspace is connected to ${moved}: 1 known file\n`,
    })
    expect(await areal('where', moved)).toMatchObject({ out: workspace, err: '' })
    expect((await areal('set', moved, ENTRY, 'areals/3/class_id=77')).code).toBe(0)
    expect((await areal('open', install)).err).toContain('error open.missing')
  })

  it('knows a file that was opened alone by its own path, and where it is now', async () => {
    const { areal, json, install } = bench
    const file = join(install, MAP)
    const moved = join(bench.base, 'Land.map')
    expect(await json('open', file)).toMatchObject({ install: file, fileCount: 1 })
    await areal('set', file, 'Land.map!#0', 'areals/3/class_id=76')
    renameSync(file, moved)
    expect(await json('open', file)).toMatchObject({ install: file, state: 'missing', changed: 1 })
    expect(await areal('locate', file, moved)).toMatchObject({ code: 0 })
    expect(await json('open', moved)).toMatchObject({ install: moved, state: 'original', changed: 1 })
  })

  it('lists the files that differ there, and answers 1', async () => {
    const { areal, install } = bench
    const moved = join(bench.base, 'changed')
    await areal('set', install, ENTRY, 'areals/3/class_id=76')
    renameSync(install, moved)
    appendFileSync(join(moved, MAP), 'theirs')
    const { code, out } = await areal('locate', install, moved)
    expect([code, out.trim().split('\n')[1]]).toEqual([1, `${MAP}: different`])
    expect((await areal('changes', moved)).err).toContain(MAP)
  })
})
