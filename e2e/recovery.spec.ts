import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT, freshFolder, removeFolder, selectAreal, startStudio, type Running, type Starting } from './studio'

test.skip(existsSync(join(ROOT, 'node_modules/electron/path.txt')), 'the window of Electron ends with its host')

const AREAL = 300
let userData: string
let studio: Running

test.beforeEach(() => {
  userData = freshFolder()
})
test.afterEach(async () => {
  await studio.close()
  removeFolder(userData)
})

/** An edit that is not packed, the host killed with -9, and the next start; returns the former value of the field. */
async function afterKill(next: Starting = {}): Promise<string> {
  studio = await startStudio({ userData })
  await selectAreal(studio.page, AREAL)
  const field = studio.page.getByTestId('field-class_id')
  const before = await field.inputValue()
  await field.fill('201')
  await field.press('Enter')
  await expect(studio.page.getByTestId('status-unpacked')).toContainText('1 entry not packed')
  await studio.kill?.()
  studio = await startStudio({ userData, ...next })
  await expect(studio.page.getByTestId('recovered-documents')).toContainText('Land.map')
  return before
}
const answer = (how: 'restore' | 'compare' | 'discard'): Promise<void> =>
  studio.page.getByTestId(`recovery-${how}`).click()
const dialog = () => studio.page.getByTestId('recovered-documents')

test('after kill -9, Restore keeps the edits and does not ask again', async () => {
  await afterKill()
  await answer('restore')
  await expect(dialog()).toBeHidden()
  await expect(studio.page.getByTestId('status-unpacked')).toContainText('1 entry not packed')
  await studio.page.reload()
  await selectAreal(studio.page, AREAL)
  await expect(studio.page.getByTestId('field-class_id')).toHaveValue('201')
  await expect(dialog()).toBeHidden()
})

test('after kill -9, Compare shows each field with what it was', async () => {
  const before = await afterKill()
  await studio.page.getByTestId('recovery-compare-one').click()
  for (const words of ['areals/300/class_id', before, '201'])
    await expect(studio.page.getByTestId('recovery-fields')).toContainText(words)
  await answer('compare')
  await expect(dialog()).toBeHidden()
  const changes = studio.page.getByTestId('pane-changes')
  await expect(changes).toContainText('class_id')
  await expect(changes).toContainText(before)
  await expect(changes).toContainText('201')
})

test('after kill -9, Discard takes the edits back, and they can be done again', async () => {
  const before = await afterKill()
  await answer('discard')
  await expect(dialog()).toBeHidden()
  await expect(studio.page.getByTestId('status-unpacked')).not.toContainText('not packed')
  await selectAreal(studio.page, AREAL)
  await expect(studio.page.getByTestId('field-class_id')).toHaveValue(before)
  await studio.page.keyboard.press('Control+Shift+Z')
  await expect(studio.page.getByTestId('field-class_id')).toHaveValue('201')
})

for (const [language, theme] of [
  ['en', 'light'],
  ['ru', 'dark'],
] as const) {
  test(`the question after kill -9 fits its window in ${language}, ${theme}; one file of it is taken back`, async () => {
    const before = await afterKill({ language, theme, width: 1280, height: 720 })
    const box = await studio.page.getByRole('dialog').boundingBox()
    if (!box) throw new Error('there is no dialog')
    for (const how of ['discard', 'compare', 'restore']) {
      const button = await studio.page.getByTestId(`recovery-${how}`).boundingBox()
      expect(button?.x, how).toBeGreaterThanOrEqual(box.x)
      expect((button?.x ?? 0) + (button?.width ?? 0), how).toBeLessThanOrEqual(box.x + box.width)
    }
    await studio.page.getByTestId('recovery-discard-one').click()
    await expect(dialog()).toBeHidden()
    await selectAreal(studio.page, AREAL)
    await expect(studio.page.getByTestId('field-class_id')).toHaveValue(before)
  })
}
