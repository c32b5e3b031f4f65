import { expect, test, type Page } from '@playwright/test'
import { steady } from './steady'
import { startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

const grid = (page: Page) => page.getByTestId('hex-grid')
const caret = async (page: Page): Promise<number> => Number(await grid(page).getAttribute('data-caret'))

/** The studio of all that leave the sample as it is. */
let studio: Running | undefined
test.afterEach(() => expect(studio?.complaints ?? []).toEqual([]))
test.afterAll(() => studio?.close())

async function start(userData?: string): Promise<Running> {
  const started = await startStudio({ width: 1600, height: 900, ...(userData !== undefined && { userData }) })
  // The tree opens the first map by itself: rows below it move then.
  await expect(started.page.getByRole('treeitem', { selected: true })).toBeVisible()
  return started
}

/** Shows an entry in the hex grid, chosen in the tree by its name. */
async function show(page: Page, name: string): Promise<void> {
  await filterTree(page, name)
  await page.getByRole('treeitem', { name }).first().click()
  await page.getByTestId('tab-hex').click()
  await expect(grid(page)).toBeVisible()
  await filterTree(page, '')
}

/** An entry of the sample in the shared studio. */
async function open(name = 'ArealMapGeometry'): Promise<Page> {
  studio ??= await start()
  await show(studio.page, name)
  return studio.page
}

async function goTo(page: Page, offset: string): Promise<void> {
  await grid(page).focus()
  await page.keyboard.press('Control+g')
  await page.getByTestId('hex-go').locator('input').fill(offset)
  await page.keyboard.press('Enter')
  await expect.poll(() => caret(page)).toBe(Number(offset))
}

/** Hexadecimal digits of the row at an offset, as they are drawn. */
async function row(page: Page, offset: number): Promise<string> {
  const pieces = await page.locator(`.hex-row[data-offset="${offset}"] .bytes .piece`).allTextContents()
  return pieces.join(' ')
}

/** Ctrl+V with a text on the clipboard, whatever the browser allows. */
async function paste(page: Page, text: string): Promise<void> {
  await grid(page).evaluate((element, words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', words)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** Where F2 goes: the mark follows its bytes once the edit is committed. */
async function nextMark(page: Page): Promise<number> {
  await page.keyboard.press('F2')
  return caret(page)
}

async function selectBytes(page: Page, offset: string, count: number): Promise<void> {
  await goTo(page, offset)
  for (let i = 1; i < count; i++) await page.keyboard.press('Shift+ArrowRight')
}

test('bytes are found by pattern, number and text, and mistakes are said', async () => {
  const page = await open()
  await goTo(page, '0')
  const first = (await steady(() => row(page, 0))).split(' ').slice(0, 4)
  await page.keyboard.press('Control+f')
  const find = page.getByTestId('hex-find').locator('input')
  const said = page.getByTestId('hex-find-said')
  await find.fill(`${first[0]} ?? ${first[2]} ${first[3]}`)
  await find.press('Shift+Enter')
  await expect(said).toContainText(/\d/)
  await find.fill('4E 5G')
  await expect(said).toContainText('5')
  await page.getByTestId('hex-find-as').selectOption('u32')
  await find.fill('12')
  await find.press('Enter')
  const one = await steady(() => caret(page))
  await page.keyboard.press('F3')
  await expect.poll(() => caret(page)).toBeGreaterThan(one)
  await page.keyboard.press('Shift+F3')
  await expect.poll(() => caret(page)).toBe(one)
  await find.fill('-1')
  await expect(said).toContainText('u32')
})

test('bytes are copied and pasted as asked, filled, and taken back', async () => {
  const page = await open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await selectBytes(page, '32', 4)
  const before = await steady(() => row(page, 32))
  await page.keyboard.press('Control+Alt+c')
  await page.locator('[data-command="hex.copy-c"]').click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(
    before
      .split(' ')
      .slice(0, 4)
      .map(byte => `0x${byte}`)
      .join(', '),
  )

  await selectBytes(page, '32', 2)
  await paste(page, '01 02 03 04')
  await expect(page.getByTestId('hex-paste-said')).toContainText('4')
  await expect(page.getByTestId('hex-paste-insert')).toBeDisabled()
  expect(await row(page, 32)).toBe(before)
  await page.getByTestId('hex-paste-overwrite').click()
  await expect.poll(() => row(page, 32)).toMatch(/^01 02 03 04 /)

  await paste(page, 'NRes')
  await expect(page.getByTestId('hex-paste-as')).toBeVisible()
  await page.getByTestId('hex-paste-overwrite').click()
  await expect.poll(() => row(page, 32)).toMatch(/^4E 52 65 73 /)

  await selectBytes(page, '34', 5)
  await page.getByTestId('hex-tools').click()
  await page.locator('[data-command="hex.fill"]').click()
  await page.getByTestId('hex-fill-pattern').locator('input').fill('DE AD')
  await page.getByTestId('hex-fill-run').click()
  await expect.poll(() => row(page, 32)).toMatch(/^4E 52 DE AD DE AD DE /)

  await page.getByTestId('button-undo').click()
  await expect.poll(() => row(page, 32)).toMatch(/^4E 52 65 73 /)
  await page.getByTestId('button-undo').click()
  await page.getByTestId('button-undo').click()
  await expect.poll(() => row(page, 32)).toBe(before)
})

test('a record of fixed length refuses to grow and says so', async () => {
  const page = await open()
  await goTo(page, '32')
  const before = await steady(() => row(page, 32))
  await page.keyboard.press('Insert')
  await expect(page.getByTestId('hex-inserting')).toBeVisible()
  await page.keyboard.type('FF')
  await expect(page.getByText('fix its length').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Delete')
  expect(await row(page, 32)).toBe(before)
  expect(await caret(page)).toBe(32)
  await expect(page.getByTestId('status-unpacked')).not.toContainText('1')
  await page.keyboard.press('Insert')
  await expect(page.getByTestId('hex-inserting')).toHaveCount(0)
})

test('plain bytes are typed in between, deleted and taken back', async () => {
  const page = await open('Behavior.ini')
  await goTo(page, '0')
  const before = await steady(() => row(page, 0))
  await page.getByTestId('pane-hex').hover()
  await expect(page.getByTestId('status-bar')).toContainText(/Insert\s*Insert/)
  await page.keyboard.press('Insert')
  await expect(page.getByTestId('hex-inserting')).toBeVisible()
  await expect(page.getByTestId('status-bar')).toContainText(/Insert\s*Overwrite/)
  await page.keyboard.type('C0FFEE')
  await expect.poll(() => row(page, 0)).toBe(`C0 FF EE ${before.split(' ').slice(0, 13).join(' ')}`)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await expect.poll(() => row(page, 0)).toMatch(/^C0 FF EE /)
  await page.keyboard.press('Backspace')
  await expect.poll(() => row(page, 0)).toMatch(new RegExp(`^C0 FF ${before.slice(0, 5)}`))
  await page.getByTestId('button-undo').click()
  await expect.poll(() => row(page, 0)).toMatch(/^C0 FF EE /)

  await goTo(page, '0')
  await page.keyboard.press('Insert')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a b')
  await expect.poll(() => row(page, 0)).toMatch(/^61 20 62 /)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+z') // while its commit is on its way
  await expect.poll(() => row(page, 0)).toMatch(/^C0 FF EE /)
  await page.getByTestId('button-undo').click()
  await expect.poll(() => row(page, 0)).toBe(before)
  await expect(page.getByTestId('hex-inserting')).toHaveCount(0)
})

test('marked bytes keep their note, are gone to, edited by keyboard and kept for the next start', async () => {
  const once = await start()
  const { page, userData } = once
  await show(page, 'Behavior.ini')
  await selectBytes(page, '4', 3)
  await page.keyboard.press('Control+m')
  await expect(page.getByTestId('hex-mark-note')).toBeFocused()
  await page.keyboard.type('magic')
  await page.getByTestId('hex-mark-red').check({ force: true })
  await page.getByTestId('hex-mark-save').click()
  await expect(page.locator('.hex-row[data-offset="0"] .piece.marked')).toHaveCount(1)
  await expect(page.getByTestId('status-unpacked')).not.toContainText('1')

  await goTo(page, '0')
  await page.keyboard.press('Insert')
  await page.keyboard.type('0102')
  await page.keyboard.press('Enter')
  await expect.poll(() => nextMark(page)).toBe(6)
  await page.getByTestId('button-undo').click()
  await goTo(page, '0')
  await expect.poll(() => nextMark(page)).toBe(4)
  await page.keyboard.press('Control+m')
  await expect(page.getByTestId('hex-mark-note')).toHaveValue('magic')
  await page.getByTestId('hex-mark-note').fill('header')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('hex-mark-note')).toHaveCount(0)
  expect(once.complaints).toEqual([])
  await once.close()

  const again = await start(userData)
  await show(again.page, 'Behavior.ini')
  await again.page.getByTestId('hex-side').getByRole('radio').nth(1).click()
  const row = again.page.getByTestId('hex-mark-row')
  await expect(row).toContainText('header')
  await row.focus()
  await again.page.keyboard.press('Enter')
  await expect.poll(() => caret(again.page)).toBe(4)
  await row.focus()
  await again.page.keyboard.press('Delete')
  await expect(row).toHaveCount(0)
  expect(again.complaints).toEqual([])
  await again.close()
})

test('an entry is compared with the original and with another one, without shifting what is equal', async () => {
  const page = await open('Behavior.ini')
  await goTo(page, '0')
  await expect.poll(() => row(page, 0)).not.toBe('')
  const before = await steady(() => row(page, 0))
  await goTo(page, '2')
  await page.keyboard.press('Delete')
  await expect(page.locator('.hex-row[data-place="0"] .piece.filler')).toHaveCount(1)
  await expect(page.locator('.hex-row.original .piece.was')).toHaveText(before.split(' ')[2] ?? '')
  const left = before.split(' ').slice(3)
  await expect.poll(async () => (await row(page, 0)).split(/\s+/).slice(2)).toEqual(left)
  await expect(page.getByTestId('hex-differences')).toContainText('1')
  await goTo(page, '1')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => caret(page)).toBe(2)
  await goTo(page, '5')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => caret(page)).toBe(2)

  await page.getByTestId('hex-compare').click()
  await page.locator('[data-command="hex.compare-entry"]').click()
  await page.getByTestId('hex-compare-name').locator('input').fill('BuildDat')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('hex-compare')).toContainText('BuildDat')
  await expect(page.getByTestId('hex-differences')).toContainText(/\d/)
  await page.getByTestId('hex-compare').click()
  await page.locator('[data-command="hex.compare-none"]').click()
  await expect(page.locator('.piece.filler')).toHaveCount(0)
  await page.getByTestId('button-undo').click()
  await expect.poll(() => row(page, 0)).toBe(before)
  await page.getByTestId('hex-compare').click()
  await page.locator('[data-command="hex.compare-original"]').click()
})

test('readings are typed over in the inspector, as one step each, and mistakes are said', async () => {
  const page = await open()
  await goTo(page, '0x28')
  const before = await steady(() => row(page, 32))
  const reading = page.getByTestId('hex-read-u32')
  await reading.fill('4294967296')
  await reading.press('Enter')
  await expect(page.locator('.mistake')).toContainText('4294967295')
  expect(await row(page, 32)).toBe(before)
  await reading.press('Escape')
  await reading.fill('305419896')
  await reading.press('Enter')
  await expect.poll(() => row(page, 32)).toContain('78 56 34 12')
  await expect(page.getByTestId('hex-read-u32-big')).toHaveValue('2018915346')
  await page.getByTestId('hex-read-u16-big').fill('1')
  await page.keyboard.press('Enter')
  await expect.poll(() => row(page, 32)).toContain('00 01 34 12')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByTestId('hex-read-i16-big')).toBeFocused()
  await page.getByTestId('button-undo').click()
  await page.getByTestId('button-undo').click()
  await expect.poll(() => row(page, 32)).toBe(before)
})

test('the row that holds a byte of an archive is named, and opened at that byte', async () => {
  const page = await open('effects.rlb')
  const owner = page.getByTestId('hex-owner')
  await goTo(page, '0')
  await expect(owner).toHaveText('header')
  await goTo(page, '0x40')
  await expect(owner).toHaveText('blast.fxi')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Open the row blast.fxi' })).toBeVisible()
  await page.keyboard.press('Escape')
  await owner.click()
  await expect(page.getByTestId('status-selection')).toContainText('blast.fxi')
  await expect.poll(() => caret(page)).toBe(0x30) // its payload is at 0x10 of the archive
  await expect(owner).toHaveCount(0)
})
