import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT, freshFolder, selectAreal, startStudio } from './studio'

test.skip(existsSync(join(ROOT, 'node_modules/electron/path.txt')), 'Electron has no connection to lose')

test('a lost connection is shown, and what was typed meanwhile arrives', async () => {
  const studio = await startStudio({ userData: freshFolder() })
  const { page } = studio
  await selectAreal(page, 300)

  await studio.cutOff?.()
  await expect(page.getByTestId('lost-connection')).toBeVisible()
  await page.getByTestId('field-class_id').evaluate(async (input: HTMLInputElement) => {
    input.focus()
    input.value = '255'
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true }))
  })
  await studio.comeBack?.()
  await expect(page.getByTestId('lost-connection')).toBeHidden()
  await expect(page.getByTestId('field-class_id')).toHaveValue('255')
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await studio.close()
})
