import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAMILIES } from '@areal-studio/core'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const MINUTES = 60_000
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const { coreEntries } = (await import(new URL('core-sources.mjs', import.meta.url).href)) as {
  coreEntries(): Record<string, string>
}
const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Packages that core needs, with all that they need: folders of this checkout, so that nothing is downloaded. */
function neededFolders(): string[] {
  const { packages } = json(join(ROOT, 'package-lock.json')) as {
    packages: Record<string, { readonly dependencies?: Record<string, string> }>
  }
  const found = new Set<string>()
  const add = (names: Readonly<Record<string, string>> = {}): void => {
    for (const name of Object.keys(names)) {
      if (found.has(name)) continue
      found.add(name)
      add(packages[`node_modules/${name}`]?.dependencies)
    }
  }
  add(packages['core']?.dependencies)
  return [...found].map(name => join(ROOT, 'node_modules', name))
}

describe('entry points of core', () => {
  const { compilerOptions } = json(join(ROOT, 'tsconfig.base.json')) as {
    compilerOptions: { paths: Record<string, string[]> }
  }
  it('are resolved to their sources during development', () => {
    const sources = Object.entries(coreEntries()).map(([name, source]) => [name, [`./core/${source}`]])
    expect(compilerOptions.paths).toEqual(Object.fromEntries(sources))
    for (const source of Object.values(coreEntries())) expect(existsSync(join(ROOT, 'core', source)), source).toBe(true)
  })
  it('name built files only', () => {
    const { exports } = json(join(ROOT, 'core/package.json')) as { exports: Record<string, Record<string, string>> }
    for (const targets of Object.values(exports)) {
      expect(targets['types']).toMatch(/^\.\/dist\/.*\.d\.ts$/)
      expect(targets['default']).toMatch(/^\.\/dist\/.*\.js$/)
    }
  })
})

describe('the package of core', () => {
  const folder = mkdtempSync(join(tmpdir(), 'areal-core-'))
  const own = join(folder, 'own')
  const installed = join(own, 'node_modules/@areal-studio/core')
  const npm = (cwd: string, ...args: string[]): string =>
    execFileSync(NPM, args, {
      cwd,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 2],
    })

  beforeAll(() => {
    npm(join(ROOT, 'core'), 'pack', '--pack-destination', folder)
    const packed = readdirSync(folder).find(name => name.endsWith('.tgz')) ?? ''
    mkdirSync(own)
    writeFileSync(join(own, 'package.json'), '{ "private": true, "type": "module" }')
    npm(own, 'install', '--offline', '--no-audit', '--no-fund', join(folder, packed), ...neededFolders())
  }, 10 * MINUTES)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('holds built modules and types, no sources and no tests', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    expect(files.filter(file => /\.ts$/.test(file) && !/\.d\.ts$/.test(file))).toEqual([])
    expect(files.filter(file => /\.(?:test|fixture)\.|tsbuildinfo/.test(file))).toEqual([])
    for (const file of ['package.json', 'dist/index.js', 'dist/index.d.ts', 'dist/LICENSE'])
      expect(files).toContain(join(...file.split('/')))
  })

  it('reads an archive in an empty folder', () => {
    const map = sampleInstall({ maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] }).find(({ path }) =>
      path.endsWith('Land.map'),
    )
    writeFileSync(join(own, 'Land.map'), map?.bytes ?? '')
    const names = Object.keys(coreEntries())
    writeFileSync(
      join(own, 'read.mjs'),
      `import { readFileSync } from 'node:fs'
      for (const name of ${JSON.stringify(names)}) await import(name)
      const { openArchive, arealMap } = await import('@areal-studio/core/families/parkan')
      const { read } = await import('@areal-studio/core/layout')
      const bytes = new Uint8Array(readFileSync('Land.map'))
      const [row] = openArchive(bytes).rows
      const { areals } = read(arealMap(row.attributes.attr1), bytes.subarray(row.offset, row.offset + row.size))
      console.log(row.attributes.name, areals.length)`,
    )
    expect(execFileSync(process.execPath, ['read.mjs'], { cwd: own, encoding: 'utf8' }).trim()).toBe(
      'ArealMapGeometry 12',
    )
  })

  it(
    'opens an archive of the sample of each game',
    () => {
      writeFileSync(
        join(own, 'games.mjs'),
        `import { FAMILIES, HEAD_SIZE, matchFormat } from '@areal-studio/core'
        const found = {}
        for (const known of FAMILIES) {
          const family = await known.load()
          for (const { path, bytes } of await family.sample(1)) {
            const entry = { path, name: path.split('/').pop(), size: bytes.length, attributes: {}, container: null }
            const format = matchFormat({ ...entry, head: bytes.subarray(0, HEAD_SIZE) }, family.formats)
            if (!format?.archive) continue
            found[known.id] = format.archive.open(bytes).rows.length
            if (found[known.id] > 0) break
          }
        }
        console.log(JSON.stringify(found))`,
      )
      const found = JSON.parse(execFileSync(process.execPath, ['games.mjs'], { cwd: own, encoding: 'utf8' })) as object
      expect(Object.keys(found).sort()).toEqual(FAMILIES.map(family => family.id).sort())
      expect(Object.values(found).every(rows => Number(rows) > 0)).toBe(true)
    },
    10 * MINUTES,
  )

  it(
    'has types that the resolution of Node finds',
    () => {
      writeFileSync(
        join(own, 'use.ts'),
        `import { FAMILIES } from '@areal-studio/core'
      import { openArchive } from '@areal-studio/core/families/parkan'
      export const rows: number = openArchive(new Uint8Array(0)).rows.length
      export const wrong: number = FAMILIES.map(family => family.id)`,
      )
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023']
      let said = ''
      try {
        execFileSync(process.execPath, [tsc, ...options, 'use.ts'], { cwd: own, encoding: 'utf8' })
      } catch (error) {
        said = String((error as { readonly stdout?: unknown }).stdout)
      }
      expect(said.match(/error TS\d+/g)).toEqual(['error TS2322'])
    },
    10 * MINUTES,
  )
})
