import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { FAMILIES, allFamilies } from '@areal-studio/core'
import { runAreal } from '../cli/cli.fixture'
import { createService } from './service'
import { familyWithSample, sampleInstallFolder, samplesOf } from './sample-install'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-samples-')))
let userData = ''
beforeEach(() => {
  userData = mkdtempSync(join(base, 'data-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const SILENT = { id: 'silent', title: 'Silent', detect: () => 0, load: () => Promise.reject(new Error('damaged')) }

describe('the sample install of a game', () => {
  it('is listed and found for every family that has one; a family that fails to load is left out', async () => {
    const loaded = (await allFamilies()).filter(({ sample }) => sample !== undefined)
    expect(loaded.length).toBeGreaterThan(3)
    expect(await samplesOf([SILENT, ...FAMILIES])).toEqual(loaded.map(({ id, title }) => ({ id, title })))
    expect((await familyWithSample([SILENT, ...FAMILIES])).id).toBe('parkan')
    expect((await familyWithSample(FAMILIES, 'mw3')).id).toBe('mw3')
    const known = loaded.map(({ id }) => id).join(', ')
    for (const id of ['silent', 'nothing'])
      await expect(familyWithSample([SILENT, ...FAMILIES], id)).rejects.toMatchObject({
        code: 'sample.unknown',
        params: { family: id, families: known },
      })
  })

  it('is written once, below the name of its game', async () => {
    const service = createService({ kind: 'browser', userData, path: '', sample: 'mw3', quit: () => undefined })
    const call = (method: string, ...args: readonly unknown[]) => service.call(method, args)
    const at = (name: string) => ({ ok: true, value: join(userData, 'sample', name) })
    expect(await call('hostInfo')).toMatchObject({ value: { path: '', sample: 'mw3' } })
    expect(await call('sample')).toEqual(at('Parkan'))
    expect(await call('sample', 'mw3')).toEqual(at('MechWarrior 3'))
    const exe = join(userData, 'sample', 'MechWarrior 3', 'Mech3.exe')
    rmSync(exe)
    expect(await call('sample', 'mw3')).toEqual(at('MechWarrior 3'))
    expect(existsSync(exe)).toBe(false)
    expect(await call('sample', 'nothing')).toMatchObject({ ok: false, code: 'sample.unknown' })
    await service.close()
  })

  it('is whole or absent', async () => {
    const broken = { title: 'Broken: a game', sample: () => Promise.reject(new Error('no space')) }
    await expect(sampleInstallFolder(userData, broken)).rejects.toThrow()
    expect(existsSync(join(userData, 'sample', 'Broken'))).toBe(false)
    const half = { title: 'Half', sample: () => Promise.resolve([{ path: 'a/b.txt', bytes: new Uint8Array(3) }]) }
    const folder = await sampleInstallFolder(userData, half)
    expect(readdirSync(folder)).toEqual(['a'])
    rmSync(join(folder, 'a'), { recursive: true })
    await sampleInstallFolder(userData, half)
    expect(readdirSync(folder)).toEqual(['a'])
  })

  it('is printed by the command line', async () => {
    const areal = (...words: readonly string[]) => runAreal(words, { folder: base, userData })
    expect((await areal('sample')).out.split('\n')[1]).toBe('evil-islands  Evil Islands')
    expect(JSON.parse((await areal('sample', '--json')).out)).toHaveLength(4)
    const folder = join(userData, 'sample', 'MechWarrior 3')
    expect(await areal('sample', 'mw3')).toMatchObject({ code: 0, out: `${folder}\n` })
    expect((await areal('list', folder)).out).toContain('zbd/c1/gamez.zbd')
    expect(await areal('sample', 'nothing')).toMatchObject({
      code: 2,
      err: expect.stringContaining('error sample.unknown') as string,
    })
  })
})
