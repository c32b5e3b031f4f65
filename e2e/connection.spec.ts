import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT, freshFolder, selectAreal, startStudio } from './studio'

test.skip(existsSync(join(ROOT, 'node_modules/electron/path.txt')), 'Electron has no connection to lose')

test('a lost connection is shown, and what was typed meanwhile arrives; a host started again is named, and found', async () => {
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

  // A page that is loaded again shows what was open: the same areal of the same map.
  await page.reload()
  await expect(page.getByTestId('form-title')).toContainText('300')

  await studio.cutOff?.()
  const url = (await studio.comeBack?.(true)) ?? ''
  await expect(page.getByTestId('lost-connection')).toContainText('started again')
  await expect(page.getByTestId('lost-connection')).toContainText('Open the address')
  const fresh = await page.context().newPage()
  await fresh.goto(url)
  await expect(page.getByTestId('lost-connection')).toBeHidden()
  await expect(page.getByTestId('field-class_id')).toHaveValue('255')

  await studio.close()
})
