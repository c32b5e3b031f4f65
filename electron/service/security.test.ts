import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>
}

describe('SECURITY.md', () => {
  it('has every item of Electron’s checklist, each with where it is met and what holds it', () => {
    const rows = [...text.matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
    expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    for (const [, number, , met = '', held = ''] of rows) {
      expect(met, number).toMatch(/`[\w/.-]+\.(?:ts|json)`/)
      expect(held, number).toMatch(/`[\w/.-]+\.(?:test|spec)\.ts`/)
    }
  })

  it('names files that are there', () => {
    const named = [...text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:ts|json)|package\.json)`/g)].map(
      ([, path = '']) => path,
    )
    expect(named.length).toBeGreaterThan(30)
    for (const path of new Set(named)) expect(existsSync(join(ROOT, path)), path).toBe(true)
  })

  it('is kept by the fuses that a package is built with', () => {
    const { electronFuses } = JSON.parse(readFileSync(join(ROOT, 'build/electron-builder.json'), 'utf8')) as {
      electronFuses: unknown
    }
    expect(electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  it('is kept by the version of Electron, which is pinned', () => {
    expect(manifest.devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/)
  })
})
