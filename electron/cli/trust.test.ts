import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRecord } from '@areal-studio/core/format'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { commandLine, runAreal } from './cli.fixture'

const line = commandLine('trust', sampleInstall({ maps: [{ name: 'AutoMAP', seed: 5, tiles: 1, areals: 30 }] }))

describe('launch of a project that somebody else set up', () => {
  it('is refused with the exact commands, and runs with --trust, once for all', async () => {
    const project = join(line.base, `project-${Math.random()}`)
    expect((await line.areal('open', line.install, '--workspace', project)).code).toBe(0)
    const file = join(project, 'workspace.json')
    const about: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const witness = join(line.base, `ran-${Math.random()}`)
    const writes = ['-e', `require('fs').writeFileSync(${JSON.stringify(witness)}, 'ran')`]
    const profile = {
      executable: process.execPath,
      arguments: ['-e', ''],
      folder: '',
      environment: {},
      wrapper: [],
      before: [[process.execPath, ...writes]],
      after: [],
    }
    writeFileSync(file, JSON.stringify({ ...(isRecord(about) && about), profile }))

    const userData = mkdtempSync(join(line.base, 'other-data-'))
    const areal = (...words: readonly string[]) =>
      runAreal([...words, '--workspace', project], { folder: line.base, userData })
    const refused = await areal('launch', line.install)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('error launch.untrusted: ')])
    expect(refused.err).toContain('writeFileSync')
    expect(() => readFileSync(witness)).toThrow('ENOENT')
    expect((await areal('launch', line.install, '--argument=-e', '--argument=0')).code).toBe(2)
    expect(() => readFileSync(witness)).toThrow('ENOENT')

    const allowed = await areal('launch', line.install, '--trust')
    expect([allowed.code, readFileSync(witness, 'utf8')]).toEqual([0, 'ran'])
    expect(allowed.err).toContain('writeFileSync')
    expect((await areal('launch', line.install)).code).toBe(0)
  })
})
