import { expect, type Page } from '@playwright/test'
import { keyOnMap } from './map-page'
import { ROOT, areal, freshFolder, removeFolder, startStudio, type Running, type Starting } from './studio'
import { filterTree } from './tree-page'

/** The walkmesh of the sample's cellar, which has 108 triangles. */
export const CELLAR = 'modules/Sample/cellar.trx!#1'

/** Starts a studio with the walkmesh of a sample, seen from above. `prepare` changes the install before. */
export async function startOnCellar(
  starting: Pick<Starting, 'width' | 'height' | 'language' | 'theme'>,
  prepare: (install: string) => void = () => undefined,
): Promise<Running> {
  const userData = freshFolder()
  const install = (await areal(['sample', 'nwn2', '--user-data', userData])).out.toString().trim()
  prepare(install)
  const studio = await startStudio({ ...starting, userData, other: { program: ROOT, sample: 'nwn2' } })
  try {
    const { page } = studio
    await filterTree(page, 'cellar.trx')
    await page
      .getByRole('treeitem', { name: /cellar\.trx/ })
      .first()
      .click()
    await page.locator(`[role="treeitem"][data-key="${CELLAR}"]`).click()
    await expect(page.locator('.facts')).toContainText('108 ')
    await fromAbove(page)
  } catch (fault) {
    await endOnCellar(studio)
    throw fault
  }
  return studio
}

/** Shows the whole walkmesh from above. */
export async function fromAbove(page: Page): Promise<void> {
  await keyOnMap(page, 'Numpad7')
  await keyOnMap(page, 'Home')
}

export async function endOnCellar(studio: Running): Promise<void> {
  await studio.close()
  removeFolder(studio.userData)
}

/** A studio of its own with the walkmesh of a sample for one job. */
export async function onCellar(
  starting: Pick<Starting, 'width' | 'height' | 'language' | 'theme'>,
  prepare: (install: string) => void,
  job: (studio: Running) => Promise<void>,
): Promise<void> {
  const studio = await startOnCellar(starting, prepare)
  try {
    await job(studio)
    expect(studio.complaints).toEqual([])
  } finally {
    await endOnCellar(studio)
  }
}

/** Shows or hides a layer of the map. */
export async function toggleLayer(page: Page, title: string): Promise<void> {
  await page.getByTestId('viewport-overlays').click()
  await page.locator(`.viewport-overlays [data-layer="${title}"]`).click()
  await page.keyboard.press('Escape')
}

/** The legend of a layer of lines. */
export const legendOf = (page: Page, title: string) =>
  page.locator(`[data-testid="lines-legend"][data-layer="${title}"]`)
