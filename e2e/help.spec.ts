import { expect, test } from '@playwright/test'
import { damagedSample, selectAreal, startStudio, type Running } from './studio'

let running: Running
test.afterEach(async () => {
  await running.close()
})

test('F1 on a field opens its entry in the dictionary, F1 elsewhere the pane', async () => {
  running = await startStudio({ width: 1440, height: 900 })
  const { page } = running
  await selectAreal(page, 5)
  await page
    .getByTestId('field-class_id')
    .locator('input')
    .or(page.locator('input[data-testid="field-class_id"]'))
    .first()
    .focus()
  await page.keyboard.press('F1')
  const asked = page.locator('[data-field-id="areal.class_id"]')
  await expect(asked).toBeVisible()
  await expect(asked).toBeFocused()
  await expect(asked).toContainText('u32')
  await page.getByTestId('pane-help').getByRole('textbox').fill('logic_flag')
  await expect(page.getByTestId('help-field').first()).toContainText('logic_flag')
  expect(running.complaints).toEqual([])
})

test('every message leads to its page: a problem, and a refusal over the start page', async () => {
  running = await startStudio({ install: await damagedSample(1), width: 1440, height: 900 })
  const { page } = running
  await selectAreal(page, 5)
  await page.getByTestId('pane-problems').getByRole('option').first().click()
  await page.getByTestId('pane-problems').getByTestId('help-link').click()
  await expect(page.getByTestId('help-message')).toContainText('What to do')
  await page.getByTestId('pane-help').getByRole('button', { name: 'All messages' }).click()
  await page.getByTestId('pane-help').getByRole('textbox').fill('workspace.locked')
  await page.getByTestId('help-topic').first().press('Enter')
  await page.getByTestId('pane-help').getByRole('textbox').fill('')
  await expect(page.getByTestId('help-message')).toContainText('lock.json')
})

test('on the start page the help is a dialog', async () => {
  running = await startStudio({ language: 'ru' })
  const { page } = running
  await selectAreal(page, 5)
  await page.keyboard.press('Control+Shift+KeyP')
  await page.keyboard.type('Стартовая страница')
  await page.keyboard.press('Enter')
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog')).toContainText('Справка')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the tour walks the main job by keys, frames what it speaks of and can be left', async () => {
  running = await startStudio({ width: 1440, height: 900 })
  const { page } = running
  await selectAreal(page, 5)
  await page.keyboard.press('Control+Shift+KeyP')
  await page.keyboard.type('Tour of the main job')
  await page.keyboard.press('Enter')
  const tour = page.getByTestId('tour')
  await expect(tour).toBeFocused()
  for (const step of ['tree', 'map', 'form', 'hex', 'changes', 'problems', 'run', 'restore']) {
    await expect(tour).toHaveAttribute('data-step', step)
    if (step !== 'restore') await page.keyboard.press('ArrowRight')
  }
  await expect(page.getByTestId('button-restore')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(tour).toHaveAttribute('data-step', 'run')
  await page.keyboard.press('Escape')
  await expect(tour).toBeHidden()
})
