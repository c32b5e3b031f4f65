// A browser for the end-to-end tests: an installed one, else one that is installed here where that is possible.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, findBrowser, run } from './steps.mjs'

export const NO_BROWSER =
  'The end-to-end tests need Chromium, Chrome or Edge and none could be installed: install one (Debian: apt-get install chromium) or set CHROME_PATH.'

/** Commands that may install a browser, in the order in which they are tried; each step of a way needs the one before it. */
export function waysToBrowser({ hasApt, isRoot }) {
  const apt = name => [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', name],
  ]
  const playwright = [[process.execPath, join(ROOT, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']]
  return hasApt && isRoot ? [apt('chromium-headless-shell'), apt('chromium'), playwright] : [playwright]
}

/** Path of a browser; installs one where there is none. Undefined where no way leads to one. */
export async function ensureBrowser(
  find = findAnyBrowser,
  ways = waysToBrowser({ hasApt: existsSync('/usr/bin/apt-get'), isRoot: process.getuid?.() === 0 }),
) {
  const installed = await find()
  if (installed) return installed
  console.error('No browser was found: installing one (once)…')
  for (const way of ways) {
    for (const [command, ...args] of way) if (!(await run(`${[command, ...args].join(' ')}`, command, args))) break
    const found = await find()
    if (found) return found
  }
  return undefined
}

async function findAnyBrowser() {
  const { chromium } = await import('@playwright/test')
  return findBrowser() ?? [chromium.executablePath()].find(existsSync)
}
