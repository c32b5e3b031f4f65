import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRecord } from '@areal-studio/core/format'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { commandLine, runAreal } from './cli.fixture'

const line = commandLine('trust', sampleInstall({ maps: [{ name: 'AutoMAP', seed: 5, tiles: 1, areals: 30 }] }))

const AREAL = 'DATA/MAPS/AutoMAP/Land.map!#0'

/** A project that somebody else set up, whose profile writes a file before the game starts. */
async function received() {
  const project = join(line.base, `project-${Math.random()}`)
  const witness = join(line.base, `ran-${Math.random()}`)
  expect((await line.areal('open', line.install, '--workspace', project)).code).toBe(0)
  const file = join(project, 'workspace.json')
  const about: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const profile = {
    executable: process.execPath,
    arguments: ['-e', ''],
    folder: '',
    environment: {},
    wrapper: [],
    before: [[process.execPath, '-e', `require('fs').writeFileSync(${JSON.stringify(witness)}, 'ran')`]],
    after: [],
  }
  writeFileSync(file, JSON.stringify({ ...(isRecord(about) && about), profile }))
  const userData = mkdtempSync(join(line.base, 'other-data-'))
  return {
    witness,
    areal: (...words: readonly string[]) =>
      runAreal([...words, '--workspace', project], { folder: line.base, userData }),
  }
}

describe('launch of a project that somebody else set up', () => {
  it('is refused with the exact commands, and runs with --trust, once for all', async () => {
    const { areal, witness } = await received()
    const refused = await areal('launch', line.install)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('error launch.untrusted: ')])
    expect(refused.err).toContain('writeFileSync')
    expect(existsSync(witness)).toBe(false)
    expect((await areal('launch', line.install, '--argument=-e', '--argument=0')).code).toBe(2)
    expect(existsSync(witness)).toBe(false)

    const allowed = await areal('launch', line.install, '--trust')
    expect([allowed.code, readFileSync(witness, 'utf8')]).toEqual([0, 'ran'])
    expect(allowed.err).toContain('writeFileSync')
    expect((await areal('launch', line.install)).code).toBe(0)
  })

  it('is refused by test before the game is written, and allowed by --trust', async () => {
    const { areal, witness } = await received()
    expect((await areal('set', line.install, AREAL, 'areals/3/class_id=77')).code).toBe(0)
    const map = join(line.install, 'DATA/MAPS/AutoMAP/Land.map')
    const before = [readFileSync(map), statSync(map).mtimeMs, statSync(map).ino]
    const refused = await areal('test', line.install)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('error launch.untrusted: ')])
    expect([readFileSync(map), statSync(map).mtimeMs, statSync(map).ino]).toEqual(before)
    expect(existsSync(witness)).toBe(false)

    const allowed = await areal('test', line.install, '--trust')
    expect([allowed.code, existsSync(witness)]).toEqual([0, true])
    expect(allowed.err.split('writeFileSync')).toHaveLength(2)
  })
})
