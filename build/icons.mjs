// Makes the icons of the packages from resources/icon.svg. Run by hand when the drawing changes: node build/icons.mjs
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ROOT, findBrowser } from './steps.mjs'

const RESOURCES = join(ROOT, 'resources')
const LINUX = [16, 32, 48, 64, 128, 256, 512]
const WINDOWS = [16, 24, 32, 48, 64, 128, 256]
/** Apple's names of sizes; the last ones are the same pictures for screens of twice the density. */
const APPLE = [
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
]

const drawing = readFileSync(join(RESOURCES, 'icon.svg'), 'utf8')
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
const page = await browser.newPage()
await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${drawing}`)
const pictures = new Map()
for (const size of new Set([...LINUX, ...WINDOWS, ...APPLE.map(([, size]) => size)])) {
  await page.setViewportSize({ width: size, height: size })
  pictures.set(size, await page.screenshot({ omitBackground: true }))
}
await browser.close()
mkdirSync(join(RESOURCES, 'icons'), { recursive: true })
for (const size of LINUX) writeFileSync(join(RESOURCES, 'icons', `${size}x${size}.png`), pictures.get(size))
writeFileSync(join(RESOURCES, 'icon.ico'), windowsIcon())
writeFileSync(join(RESOURCES, 'icon.icns'), appleIcon())

/** A directory of 16 bytes for each picture, then the pictures as PNG; 256 is written as 0. */
function windowsIcon() {
  const directory = Buffer.alloc(6 + 16 * WINDOWS.length)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(WINDOWS.length, 4)
  let place = directory.length
  for (const [i, size] of WINDOWS.entries()) {
    const row = 6 + 16 * i
    const { length } = pictures.get(size)
    directory.set([size % 256, size % 256, 0, 0, 1, 0, 32, 0], row)
    directory.writeUInt32LE(length, row + 8)
    directory.writeUInt32LE(place, row + 12)
    place += length
  }
  return Buffer.concat([directory, ...WINDOWS.map(size => pictures.get(size))])
}

/** `icns`, the whole length, then name, length and PNG of each picture; big-endian. */
function appleIcon() {
  const pieces = APPLE.map(([name, size]) => chunk(name, pictures.get(size)))
  return chunk('icns', Buffer.concat(pieces))
}

function chunk(name, content) {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'latin1')
  head.writeUInt32BE(content.length + 8, 4)
  return Buffer.concat([head, content])
}
