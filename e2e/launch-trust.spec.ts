import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  areal,
  copyOf,
  fingerprints,
  freshFolder,
  removeFolder,
  sampleFolder,
  startStudio,
  type Starting,
} from './studio'

const SHOTS = process.env['SHOTS'] ?? 'test-results'
const MAP = 'DATA/MAPS/SC_1/Land.map'

/** A workspace of somebody else, with commands of their own, one edit, and its project file. */
async function strangersProject(): Promise<{ userData: string; install: string; workspace: string; project: string }> {
  const [userData, workspace] = [freshFolder(), join(freshFolder(), 'theirs')]
  const install = copyOf(await sampleFolder())
  const { code, err } = await areal(['set', install, `${MAP}!#0`, 'areals/3/class_id=77', '--workspace', workspace], {
    userData,
  })
  if (code !== 0) throw new Error(err)
  const about = join(workspace, 'workspace.json')
  const profile = {
    executable: 'iron_3d.exe',
    arguments: ['-map', 'SC_1'],
    folder: '',
    environment: { LD_PRELOAD: '/tmp/stranger.so' },
    wrapper: [],
    before: [[process.execPath, '-e', `require('fs').writeFileSync(${JSON.stringify(join(workspace, 'ran'))}, '')`]],
    after: [],
  }
  writeFileSync(about, JSON.stringify({ ...JSON.parse(readFileSync(about, 'utf8')), profile }))
  const project = join(workspace, readdirSync(workspace).find(name => name.endsWith('.areal')) ?? '')
  return { userData, install, workspace, project }
}

for (const [language, theme] of [
  ['en', 'dark'],
  ['ru', 'light'],
] as const satisfies readonly (readonly [Starting['language'], Starting['theme']])[]) {
  test(`F5 shows the commands of a stranger's project before it writes anything, in ${language}, ${theme}`, async () => {
    const { userData, install, project } = await strangersProject()
    const before = fingerprints(install)
    const studio = await startStudio({ userData, install: project, language, theme })
    const { page } = studio
    await expect(page.getByTestId('legend-row').first()).toBeVisible()
    await page.keyboard.press('F5')
    await expect(page.getByTestId('launch-trust-no')).toBeFocused()
    await expect(page.getByTestId('launch-commands')).toContainText('LD_PRELOAD')
    await expect(page.getByTestId('launch-commands')).toContainText('writeFileSync')
    await page.screenshot({ path: `${SHOTS}/launch-trust-${language}-${theme}.png` })
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('launch-commands')).toBeHidden()
    await expect(page.getByTestId('button-deploy-run')).toBeEnabled()
    expect(fingerprints(install)).toEqual(before)
    await page.keyboard.press('F5')
    await page.getByTestId('launch-trust-yes').click()
    await expect(page.getByTestId('run-confirm')).toBeFocused()
    await page.screenshot({ path: `${SHOTS}/run-list-${language}-${theme}.png` })
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('run-report')).toBeVisible()
    expect(fingerprints(install)).not.toEqual(before)
    await studio.close()
    removeFolder(userData)
  })
}
