// `node build/screenshot.mjs`: the pictures of the README and of the start page, taken of the built program on its sample.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { launchBrowser, startHost } from './shot-host.mjs'
import { ROOT } from './steps.mjs'

const PICTURE = join(ROOT, 'resources/docs/areal-studio.png')
const MAP_PICTURE = join(ROOT, 'renderer/public/sample.jpg')
/** Pixels: the middle of the map, in the shape that the start page gives it. */
const MAP_SIZE = { width: 720, height: 270 }
const AREAL = 525
/** Areals that the picture of the map frames, of all its parts. */
const NEAR = [370, 525, 700]
const userData = mkdtempSync(join(tmpdir(), 'areal-picture-'))
const host = await startHost(userData)
try {
  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1200, height: 740 }, locale: 'en-US' })
  page.setDefaultTimeout(300_000) // the map is drawn by software
  await page.goto(host.url)
  await page.getByTestId('welcome-sample').click()
  await page.getByTestId('legend-row').first().waitFor({ timeout: 120_000 })
  const place = await page.evaluate(areal => window.arealProbe?.project?.(areal) ?? null, AREAL)
  if (place) await page.mouse.click(place.x, place.y)
  await page.mouse.move(0, 0)
  await page.waitForTimeout(2000) // the map loads its finer textures
  await page.waitForFunction(() => !/checking…/i.test(document.body.innerText))
  mkdirSync(dirname(PICTURE), { recursive: true })
  const blank = await browser.newPage()
  writeFileSync(PICTURE, await withFewerColours(blank, await page.screenshot()))
  await pictureOfMap(page)
  await browser.close()
} finally {
  await host.end()
  rmSync(userData, { recursive: true, force: true })
}

/** The same PNG with 52 levels per colour channel: fewer bytes, and a repository keeps every version. */
async function withFewerColours(page, png) {
  const url = await page.evaluate(
    async source => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      const context = canvas.getContext('2d')
      context.drawImage(image, 0, 0)
      const picture = context.getImageData(0, 0, image.width, image.height)
      picture.data.forEach((value, at) => {
        picture.data[at] = Math.round(value / 5) * 5
      })
      context.putImageData(picture, 0, 0)
      return canvas.toDataURL('image/png')
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** The map from near by, without what lies over it. */
async function pictureOfMap(page) {
  await page.evaluate(areals => window.arealProbe?.frame?.(areals), NEAR)
  await page.addStyleTag({
    content:
      '[data-testid="pane-viewport"] :not([data-testid="viewport-canvas"], :has([data-testid="viewport-canvas"])) { visibility: hidden !important }',
  })
  await page.waitForTimeout(2000)
  const canvas = await page.getByTestId('viewport-canvas').boundingBox()
  const [x, y] = [canvas.x + (canvas.width - MAP_SIZE.width) / 2, canvas.y + (canvas.height - MAP_SIZE.height) / 2]
  await page.screenshot({ path: MAP_PICTURE, type: 'jpeg', quality: 82, clip: { x, y, ...MAP_SIZE } })
}
