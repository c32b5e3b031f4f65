import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sampleInstall } from '../../core/families/evil-islands/sample/sample'
import { commandLine } from './cli.fixture'

const cli = commandLine('code-page', sampleInstall())
const TEXTS = 'Res/texts.res'

it('prints the code page of an archive, chooses another one, and gives the automatic one back', async () => {
  const { install } = cli
  const before = readFileSync(join(install, TEXTS))
  const guard = async (): Promise<string> => (await cli.areal('get', install, `${TEXTS}!#1`)).out
  expect(await cli.areal('code-page', install, TEXTS)).toMatchObject({
    code: 0,
    out: `${TEXTS}  cp1251  found in its letters\n`,
  })
  expect(await guard()).toContain('Стражник')
  expect(await cli.areal('code-page', install, TEXTS, 'CP1250')).toMatchObject({
    code: 0,
    out: `${TEXTS}  cp1250  chosen; automatic: cp1251\n`,
  })
  expect(await guard()).not.toContain('Стражник')
  expect(JSON.parse((await cli.areal('code-page', install, TEXTS, '--json')).out)).toMatchObject({
    page: 'cp1250',
    automatic: 'cp1251',
    isChosen: true,
  })
  expect((await cli.areal('find', install, 'Стражник')).out).not.toContain(`${TEXTS}!#1`)
  expect(await cli.areal('code-page', install, TEXTS, 'auto')).toMatchObject({ code: 0 })
  expect(await guard()).toContain('Стражник')
  expect((await cli.areal('find', install, 'Стражник')).out).toContain(`${TEXTS}!#1`)
  expect(readFileSync(join(install, TEXTS))).toEqual(before)
})

it('refuses an unknown page, and an entry whose texts have none to choose', async () => {
  const { install } = cli
  const unknown = await cli.areal('code-page', install, TEXTS, 'utf-8')
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('page.unknown')])
  const none = await cli.areal('code-page', install, 'Res/figures.res!#0', 'cp1250')
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('page.none')])
})
