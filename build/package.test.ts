import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { electronStandIn } from './electron-stand-in.fixture'

interface Part {
  readonly name: string
  readonly licence: string
}
const { isBuilt } = (await import(new URL('built.mjs', import.meta.url).href)) as { isBuilt(): boolean }
const { isAllowed, shipped } = (await import(new URL('notices.mjs', import.meta.url).href)) as {
  isAllowed(licence: string): boolean
  shipped(): readonly Part[]
}

const ROOT = join(import.meta.dirname, '..')
const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
const ELECTRON = (read('package.json') as { devDependencies: { electron: string } }).devDependencies.electron
/** What a window and its programs are made of. */
const KINDS = /\.(?:mjs|cjs|js|css|html|jpg|svg|ttf|woff2?|json)$/
/** Bytes; the program and its two workers hold the code of every family each. */
const LARGEST = 24_000_000

const hasBuild = isBuilt()
if (!hasBuild) console.log('The package is not tested: out/ is not what the sources say. Run `npm run build` first.')

describe.skipIf(!hasBuild || process.platform !== 'linux')('a package for Linux', () => {
  const folder = mkdtempSync(join(tmpdir(), 'areal-package-'))
  const unpacked = join(folder, 'dist/linux-unpacked')
  const asar = join(unpacked, 'resources/app.asar')
  beforeAll(() => {
    electronStandIn(join(folder, 'electron'), ELECTRON)
    const packed = spawnSync(
      process.execPath,
      [
        join(ROOT, 'build/package.mjs'),
        '--linux',
        'dir',
        `-c.electronDist=${join(folder, 'electron')}`,
        `-c.directories.output=${join(folder, 'dist')}`,
      ],
      { cwd: ROOT, encoding: 'utf8' },
    )
    if (packed.status !== 0) throw new Error(`${packed.stdout}\n${packed.stderr}`)
  }, 240_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const files = (): string[] =>
    listPackage(asar, { isPack: false })
      .filter(path => /\.\w+$/.test(path))
      .map(path => path.slice(1))

  it('holds the built programs and the window', () => {
    const held = files()
    for (const path of [
      'package.json',
      'out/electron/main.mjs',
      'out/electron/preload.cjs',
      'out/electron/search-worker.mjs',
      'out/electron/reference-worker.mjs',
      'out/electron/encode-worker.mjs',
      'out/electron/operation-worker.mjs',
      'out/renderer/index.html',
    ])
      expect(held).toContain(path)
    expect(
      extractFile(asar, 'out/electron/main.mjs').equals(readFileSync(join(ROOT, 'out/electron/main.mjs'))),
      'main.mjs',
    ).toBe(true)
    expect(JSON.parse(extractFile(asar, 'package.json').toString('utf8'))).toMatchObject({
      main: 'out/electron/main.mjs',
      desktopName: 'studio.areal.desktop',
      version: (read('package.json') as { version: string }).version,
    })
    console.log(`package: ${held.length} files in app.asar, ${(statSync(asar).size / 1e6).toFixed(1)} MB`)
  })

  it('holds no sources, tests, maps, packages or game data', () => {
    const held = files()
    expect(held.filter(path => !/^(?:out\/(?:electron|renderer)\/|package\.json$)/.test(path))).toEqual([])
    expect(
      held.filter(path => !KINDS.test(path) || /\.(?:map|test|spec|fixture|ts|vue)\b|node_modules/.test(path)),
    ).toEqual([])
    for (const path of held) {
      const bytes = extractFile(asar, path)
      expect(/^(?:NRes|MZ|NL\x01)/.test(bytes.toString('latin1', 0, 4)), path).toBe(false)
      expect(bytes.includes(ROOT), `${path} names a folder of this machine`).toBe(false)
    }
    expect(statSync(asar).size).toBeLessThan(LARGEST)
  })

  it('has the fuses of the configuration', async () => {
    const program = join(unpacked, 'areal-studio')
    const wire = await getCurrentFuseWire(program)
    const { electronFuses } = read('build/electron-builder.json') as {
      electronFuses: Readonly<Record<string, boolean>>
    }
    const states = Object.entries(electronFuses).map(([name, isOn]) => {
      const fuse = FuseV1Options[`${name.slice(0, 1).toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options]
      return [name, wire[fuse], (isOn ? '1' : '0').charCodeAt(0)] as const
    })
    expect(states).toHaveLength(8)
    for (const [name, is, wanted] of states) expect(is, name).toBe(wanted)
  })

  it('comes with a bill of materials and the licence of each part', () => {
    const notices = join(unpacked, 'resources/notices')
    const { components } = JSON.parse(readFileSync(join(notices, 'sbom.cdx.json'), 'utf8')) as {
      components: readonly { name: string; version: string }[]
    }
    const texts = readFileSync(join(notices, 'LICENSES.txt'), 'utf8')
    expect(components.map(({ name }) => name)).toEqual(shipped().map(({ name }) => name))
    for (const { name, version } of components) expect(texts).toContain(`\n${name} ${version}\n`)
    expect(components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['vue', '@babylonjs/core', 'monaco-editor', '@fontsource/inter', 'electron']),
    )
  })
})

describe('licences', () => {
  it('are known of every part, and allow it to ship', () => {
    const parts = shipped()
    expect(parts.length).toBeGreaterThan(50)
    expect(parts.filter(({ licence }) => !isAllowed(licence)).map(({ name }) => name)).toEqual([])
    expect(isAllowed('GPL-3.0-only')).toBe(false)
    expect(isAllowed('(MPL-2.0 OR Apache-2.0)')).toBe(true)
    expect(isAllowed('(MIT AND Zlib)')).toBe(true)
    expect(isAllowed('(MIT AND GPL-3.0-only)')).toBe(false)
    expect(isAllowed('')).toBe(false)
  })
})

describe('icons', () => {
  const bytes = (name: string): Buffer => readFileSync(join(ROOT, 'resources', name))

  it('are pictures of the sizes that their names and directories say', () => {
    for (const name of readdirSync(join(ROOT, 'resources/icons')))
      expect(`${sizeOf(bytes(`icons/${name}`))}.png`).toBe(name)
    const windows = bytes('icon.ico')
    for (let i = 0; i < windows.readUInt16LE(4); i++) {
      const row = 6 + 16 * i
      const size = windows.readUInt8(row) || 256
      expect(sizeOf(windows.subarray(windows.readUInt32LE(row + 12)))).toBe(`${size}x${size}`)
    }
    const apple = bytes('icon.icns')
    expect(apple.readUInt32BE(4)).toBe(apple.length)
    let place = 8
    for (; place < apple.length; place += apple.readUInt32BE(place + 4))
      expect(sizeOf(apple.subarray(place + 8))).toMatch(/^(\d+)x\1$/)
    expect(place).toBe(apple.length)
  })
})

/** Width and height of a PNG. */
function sizeOf(png: Buffer): string {
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}
