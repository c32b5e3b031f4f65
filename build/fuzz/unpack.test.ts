import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAMILIES, createStudio } from '@areal-studio/core'
import { seededRandom } from '@areal-studio/core/families/parkan/sample'
import type { ExtractReport } from '@areal-studio/core/studio'
import { nodeHost } from '../../electron/node/node-host'
import { HOSTILE_NAMES, mutate, withHostileNames } from './mutate'
import { subjects } from './subjects'

/** Seeds of archives whose names and rows are damaged at random, besides the one where every name is hostile. */
const DAMAGED = 12
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const archive = subjects(undefined)
  .filter(({ path }) => /\.(?:lib|rlb)$/i.test(path))
  .sort((a, b) => b.bytes.length - a.bytes.length)[0]

const base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-unpack-')))
const install = join(base, 'game')
const target = join(base, 'deep/er/out')
beforeAll(() => {
  mkdirSync(install)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(join(install, 'iron_3d.exe'), '')
  writeFileSync(join(base, 'secret.txt'), 'secret')
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** Unpacks an archive as the window does, on a real disk. */
async function unpack(bytes: Uint8Array, folder = target): Promise<ExtractReport> {
  writeFileSync(join(install, 'hostile.lib'), bytes)
  const { api, close } = createStudio({ host: nodeHost(join(base, 'user')), families: FAMILIES })
  await api.open(install)
  try {
    return await api.extract(['hostile.lib'], { folder, as: 'raw', hasContents: true })
  } finally {
    await close()
  }
}

const everything = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
/** Files beside the target and the studio's own data. */
const outside = (): string[] =>
  everything(base).filter(path => !/^(?:user|deep\/er\/out)(?:\/|$)/.test(path) && path !== 'game/hostile.lib')

describe('unpacking an archive of a stranger', () => {
  it('writes below its target alone, under names that every system can hold, no two alike', async () => {
    if (!archive) throw new Error('the sample has no archive')
    const before = outside()
    let written = 0
    for (let seed = 0; seed <= DAMAGED; seed++) {
      const bytes =
        seed === 0
          ? withHostileNames(archive.bytes)
          : mutate(seededRandom(seed), withHostileNames(archive.bytes), []).bytes
      const { files } = await unpack(bytes).catch(() => ({ files: [] }))
      for (const { path } of files) {
        expect(
          path
            .split('/')
            .some(part => part === '..' || part === '' || /[<>:"\\|?*\0]|[. ]$/.test(part) || DEVICE.test(part)),
          path,
        ).toBe(false)
        expect(statSync(join(target, path)).isFile()).toBe(true)
      }
      expect(new Set(files.map(({ path }) => path.toLowerCase())).size).toBe(files.length)
      written += files.length
      expect(outside()).toEqual(before)
      rmSync(target, { recursive: true, force: true })
    }
    console.log(`unpacking: ${written} hostile entries, none outside`)
    expect(written).toBeGreaterThan(HOSTILE_NAMES.length)
  })

  it.skipIf(process.platform === 'win32')('follows no link out of its target', async () => {
    if (!archive) throw new Error('the sample has no archive')
    const names = (await unpack(archive.bytes)).files.map(({ path }) => path)
    rmSync(target, { recursive: true, force: true })
    mkdirSync(join(target, dirname(names[0] ?? '')), { recursive: true })
    symlinkSync(join(base, 'secret.txt'), join(target, names[0] ?? ''))
    await unpack(archive.bytes).catch(() => undefined)
    expect(readFileSync(join(base, 'secret.txt'), 'utf8')).toBe('secret')
  })

  it.skipIf(process.platform === 'win32')('reads through no link out of the install', async () => {
    symlinkSync(join(base, 'secret.txt'), join(install, 'link.txt'))
    symlinkSync(base, join(install, 'up'))
    const { api, close } = createStudio({ host: nodeHost(join(base, 'user')), families: FAMILIES })
    await api.open(install)
    const listed = (await api.list('', { deep: true })).map(({ path }) => basename(path))
    expect(listed).not.toContain('secret.txt')
    for (const path of ['link.txt', 'up/secret.txt', '../secret.txt', join(base, 'secret.txt')])
      await expect(api.read(path), path).rejects.toMatchObject({ name: 'StudioError' })
    await close()
  })

  it.skipIf(process.platform !== 'linux')('tells of names that no path can name', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${install}/`), Buffer.from([0xef, 0xe5, 0xf0])]), 'in another code page')
    const { api, close } = createStudio({ host: nodeHost(join(base, 'user')), families: FAMILIES })
    const { notices } = await api.open(install)
    expect(notices).toContainEqual({ code: 'notice.names-unusable', params: { n: 1, file: '\ufffd\ufffd\ufffd' } })
    await close()
  })
})
