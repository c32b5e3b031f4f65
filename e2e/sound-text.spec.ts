import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { writeArchive } from '../core/families/parkan/nres/nres-pack'
import { DATA_CHUNK, FORMAT_CHUNK } from '../core/families/parkan/sound/sound'
import { wave } from '../core/families/parkan/sound/wave'
import { rowsOf } from './damaged-models'
import { areal, copyOf, freshFolder, removeFolder, sampleFolder, startStudio, type Running } from './studio'
import { clickRow } from './tree-page'

let studio: Running
let install = ''
const userData = freshFolder()

/** Sounds that cannot be heard, beside those of the sample. */
function withBadSounds(image: Uint8Array): Uint8Array {
  const rows = rowsOf(image)
  const [first] = rows
  if (!first?.payload) throw new Error('the sample has no sound')
  const { attributes, payload } = first
  const format = {
    tag: 1,
    channels: 1,
    rate: 22050,
    byte_rate: 22050,
    block_align: 1,
    bits: 8,
    more: new Uint8Array(0),
  }
  const still = wave([
    { id: FORMAT_CHUNK, size: 16, body: format },
    { id: DATA_CHUNK, size: 0, body: new Uint8Array(0) },
  ])
  const bad: readonly (readonly [name: string, payload: Uint8Array])[] = [
    ['nothing.wav', new Uint8Array(0)],
    ['still.wav', still],
    ['headless.wav', payload.slice(12)],
  ]
  return writeArchive([
    ...rows,
    ...bad.map(([name, bytes]) => ({ attributes: { ...attributes, name }, payload: bytes })),
  ])
}

test.beforeAll(async () => {
  install = copyOf(await sampleFolder())
  const sounds = join(install, 'sounds.lib')
  writeFileSync(sounds, withBadSounds(readFileSync(sounds)))
  studio = await startStudio({ install, userData, width: 1440, height: 900 })
  await expect(studio.page.getByTestId('pane-tree')).toContainText('sounds.lib')
})

test.afterAll(async () => {
  await studio.close()
  removeFolder(install)
  removeFolder(userData)
})

const openSound = async (page: Page, name: string): Promise<void> => {
  await clickRow(page, name, name, 2)
  await page.getByTestId('tab-sound').click()
}
/** Seconds of the position, as the slider tells them. */
const position = async (page: Page): Promise<number> =>
  Number(await page.getByTestId('sound-wave').getAttribute('aria-valuenow'))
/** Rows of the wave that are drawn at a part of its width, in pixels of the canvas. */
const drawnAt = (page: Page, part: number): Promise<number> =>
  page
    .getByTestId('sound-wave')
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement, at) => {
      const x = Math.min(canvas.width - 1, Math.floor(at * canvas.width))
      const { data } = canvas.getContext('2d')?.getImageData(x, 0, 1, canvas.height) ?? { data: [] }
      return Array.from({ length: canvas.height }, (_, y) => data[4 * y + 3] ?? 0).filter(alpha => alpha > 0).length
    }, part)

test('a sound shows its length, how it is stored and its wave, and its position is set by keys and by the pointer', async () => {
  const { page } = studio
  await openSound(page, 'hum.wav')
  await expect(page.getByTestId('sound-facts')).toContainText(/ms_adpcm, 4 bit · 1 channel · 22,050 Hz · [\d,]+ bytes/)
  await expect(page.getByTestId('sound-time')).toHaveText(/^0:00\.00 \/ 0:00\.5\d$/)
  // The hum fades: its wave is high at the start and low at the end.
  await expect.poll(() => drawnAt(page, 0.1)).toBeGreaterThan(20)
  expect(await drawnAt(page, 0.1)).toBeGreaterThan(4 * (await drawnAt(page, 0.97)))

  const slider = page.getByTestId('sound-wave')
  await slider.focus()
  await page.keyboard.press('End')
  await expect.poll(() => position(page)).toBeCloseTo(Number(await slider.getAttribute('aria-valuemax')), 2)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => position(page)).toBeCloseTo(0.01, 2)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => position(page)).toBe(0)
  const box = await slider.boundingBox()
  if (!box) throw new Error('no wave')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect.poll(() => position(page)).toBeCloseTo(0.25, 1)

  await openSound(page, 'fall.wav')
  await expect(page.getByTestId('sound-facts')).toContainText(/pcm, 8 bit · 1 channel/)
  await expect(page.getByTestId('sound-time')).toHaveText('0:00.00 / 0:00.50')
})

test('a sound repeats until it is paused where it is, and without repeating it plays to its end and is at its start', async () => {
  const { page } = studio
  const [play, loop] = [page.getByTestId('sound-play'), page.getByTestId('sound-loop')]
  await openSound(page, 'fall.wav')
  await page.getByTestId('sound-wave').focus()
  await page.keyboard.press('l')
  await expect(loop).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Space')
  await expect(play).toContainText('Pause')
  await expect.poll(() => position(page)).toBeGreaterThan(0)
  await page.waitForTimeout(1200) // more than twice its length
  await expect(play).toContainText('Pause')
  await play.click()
  await expect(play).toContainText('Play')
  const paused = await position(page)
  await page.waitForTimeout(300)
  expect(await position(page)).toBe(paused)

  await play.click()
  await expect(play).toContainText('Pause')
  await loop.click()
  await expect(loop).toHaveAttribute('aria-pressed', 'false')
  await expect(play).toContainText('Play')
  await expect.poll(() => position(page)).toBe(0)
})

for (const [name, words, reason] of [
  ['nothing.wav', 'nothing.wav cannot be played', /PCM or MS ADPCM/],
  ['headless.wav', 'headless.wav cannot be played', /PCM or MS ADPCM/],
  ['still.wav', 'still.wav has no samples', /^/],
] as const)
  test(`${name} is not played, and the pane says why and leads to its bytes`, async () => {
    const { page } = studio
    await openSound(page, name)
    await expect(page.getByTestId('sound-fault')).toContainText(words)
    await expect(page.getByTestId('sound-fault')).toContainText(reason)
    await expect(page.getByTestId('sound-play')).toHaveCount(0)
    if (name === 'nothing.wav') return // without a byte to lead to
    await page.getByTestId('sound-fault').getByRole('button').click()
    await expect(page.getByTestId('hex-grid')).toBeVisible()
  })

test('what is no sound is named so', async () => {
  const { page } = studio
  await openSound(page, 'fall.wav')
  await clickRow(page, 'ScanCode.dsc', 'ScanCode.dsc')
  await page.getByTestId('tab-sound').click()
  await expect(page.getByTestId('pane-sound')).toContainText('ScanCode.dsc holds something other than a sound')
  await expect(page.getByTestId('sound-play')).toHaveCount(0)
})

const openText = async (page: Page): Promise<Locator> => {
  await clickRow(page, 'ScanCode.dsc', 'ScanCode.dsc', 2)
  await page.getByTestId('tab-text').click()
  const editor = page.getByTestId('text-editor')
  await expect(editor).toContainText('Пробел')
  return editor
}
const storedText = async (path: string): Promise<string> =>
  new TextDecoder('windows-1251').decode((await areal(['entry', 'extract', install, path], { userData })).out)

test('a text is read in its code page, which the pane names', async () => {
  const { page } = studio
  await openText(page)
  await expect(page.getByTestId('text-page')).toHaveText('cp1251')
})

test('what the code page cannot hold is named and not written', async () => {
  const { page } = studio
  const editor = await openText(page)
  const before = await storedText('ScanCode.dsc')
  await editor.locator('.view-line', { hasText: 'Пробел' }).click()
  await page.keyboard.press('End')
  await page.keyboard.insertText('語')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('text-status')).toHaveAttribute('data-status', 'wrong')
  expect(await storedText('ScanCode.dsc')).toBe(before)
  await page.keyboard.press('Backspace')
  await expect(page.getByTestId('text-status')).toHaveCount(0)
})

test('an edit of a text changes its line alone, whose end stays as the others, and undo restores every byte', async () => {
  const { page } = studio
  const editor = await openText(page)
  const before = await storedText('ScanCode.dsc')
  expect(before).toMatch(/Пробел[^\r\n]*\r\n/)
  await editor.locator('.view-line', { hasText: 'Пробел' }).click()
  await page.keyboard.press('End')
  await page.keyboard.insertText(' здесь')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('; новая')
  await page.keyboard.press('Control+Enter')
  const after = before.replace(/(Пробел[^\r\n]*)\r\n/, '$1 здесь\r\n; новая\r\n')
  await expect.poll(() => storedText('ScanCode.dsc')).toBe(after)
  await page.getByTestId('button-undo').click()
  await expect.poll(() => storedText('ScanCode.dsc')).toBe(before)
  await expect(editor).not.toContainText('; новая')
})

test('words are found in a text, and entries without one are named so', async () => {
  const { page } = studio
  const editor = await openText(page)
  await editor.locator('.view-line').first().click()
  await page.keyboard.press('Control+f')
  await page.locator('.find-widget textarea').first().fill('Клавиша')
  await expect(page.locator('.find-widget .matchesCount')).toHaveText('1 of 1')
  await page.keyboard.press('Escape')
  await clickRow(page, 'fall.wav', 'fall.wav')
  await page.getByTestId('tab-text').click()
  await expect(page.getByTestId('text-none')).toContainText('fall.wav is not a text')
})
