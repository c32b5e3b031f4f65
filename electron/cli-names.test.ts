import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sampleInstall } from '@areal-studio/core/parkan/sample'
import { main } from './cli'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-names-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

async function areal(...words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const code = await main(words, {
    out: data => out.push(String(data)), err: line => err.push(line), input: () => Promise.resolve(new Uint8Array(0)),
    folder: base, environment: { AREAL_USER_DATA: join(base, 'data') },
  }, () => Promise.resolve(0))
  return { code, out: out.join(''), err: err.join('\n') }
}

it('carries names from one file through a workspace into another, and says what is named otherwise', async () => {
  const install = join(base, 'Parkan')
  for (const file of sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] })) {
    mkdirSync(dirname(join(install, file.path)), { recursive: true })
    writeFileSync(join(install, file.path), file.bytes)
  }
  const given = (name: string): string => JSON.stringify({ version: 1, values: { 'areal.class_id': { 12: name } }, bits: { 'areal.logic_flag': { 5: 'closed to tanks' } } })
  writeFileSync(join(base, 'mine.json'), given('ford'))
  writeFileSync(join(base, 'theirs.json'), given('shallow'))
  writeFileSync(join(base, 'wrong.json'), '{"version":1,"values":[]}')

  expect((await areal('dictionary', install)).code).toBe(0)
  expect(await areal('dictionary', install, '--import', 'mine.json')).toMatchObject({ code: 0 })
  expect((await areal('dictionary', install)).out).toBe('values/areal.class_id/12\tford\nbits/areal.logic_flag/5\tclosed to tanks\n')
  expect(await areal('dictionary', install, '--import', 'theirs.json', '--json')).toMatchObject({ code: 1 })
  expect((await areal('dictionary', install)).out).toContain('ford')
  expect(await areal('dictionary', install, '--import', 'wrong.json')).toMatchObject({ code: 2 })
  expect(await areal('dictionary', install, '--import', 'theirs.json', '--theirs')).toMatchObject({ code: 0 })
  expect(await areal('dictionary', install, '--export', 'out.json')).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(join(base, 'out.json'), 'utf8'))).toEqual({ ...JSON.parse(given('shallow')), fields: {} })
  expect(await areal('dictionary', install, '--export', 'a.json', '--import', 'b.json')).toMatchObject({ code: 2 })
})
