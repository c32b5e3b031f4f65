import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleInstall } from '../../core/families/evil-islands/sample/sample'
import { writeSample } from '../service/sample-install'
import { runAreal, type Done } from './cli.fixture'

const DATABASE = 'Res/database.res'
const IN_MOD = 'Mods/Cheap/res/database.res'
let base: string
let install: string

const areal = (...words: readonly string[]): Promise<Done> =>
  runAreal(words, { folder: base, userData: join(base, 'data') })
const bytesOf = (file: string): Buffer => readFileSync(join(install, file))

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-ei-')))
  install = join(base, 'game')
  writeSample(install, sampleInstall())
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

it('deploys a query over the databases of Evil Islands to a mod folder, starts the game and restores', async () => {
  const pristine = bytesOf(DATABASE)
  expect((await areal('query', install, 'weapons where price > 100 set price = price * 2')).code).toBe(0)
  expect((await areal('mod-folder', install)).out).toContain("the game's own files")
  expect((await areal('mod-folder', install, 'Чужой')).err).toContain('error mod-folder.name')
  expect((await areal('mod-folder', install, 'Cheap')).out).toContain('Mods/Cheap')
  expect((await areal('deploy', install, '--dry-run')).out).toContain(IN_MOD)
  expect((await areal('deploy', install)).code).toBe(0)
  expect(bytesOf(DATABASE).equals(pristine)).toBe(true)
  expect(bytesOf(IN_MOD).length).toBeLessThan(pristine.length)
  const seen = join(base, 'seen.reg')
  const launched = await areal(
    'launch',
    install,
    '--executable=/bin/cp',
    `--folder=${install}`,
    '--argument=Mods/Cheap/config.reg',
    `--argument=${seen}`,
    '--trust',
  )
  expect(launched).toMatchObject({ code: 0 })
  expect(readFileSync(seen).includes('Cheap')).toBe(true)
  expect((await areal('mod-folder', install, '--remove')).out).toContain("the game's own files")
  expect((await areal('deploy', install)).code).toBe(0)
  expect([bytesOf(DATABASE).equals(pristine), existsSync(join(install, IN_MOD))]).toEqual([false, false])
  expect((await areal('restore', install)).code).toBe(0)
  expect(bytesOf(DATABASE).equals(pristine)).toBe(true)
})
