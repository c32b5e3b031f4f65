import { fc, test } from '@fast-check/vitest'
import fs, {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StudioError } from '@areal-studio/core/format'
import { fileError } from './file-errors'
import { nodeFiles } from './node-files'

let base: string
let root: string
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof StudioError ? error.code : `defect ${String(error)}`),
  )

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-files-')))
  root = join(base, 'game')
  mkdirSync(join(root, 'DATA/MAPS'), { recursive: true })
  writeFileSync(join(root, 'DATA/MAPS/Land.map'), 'map')
  writeFileSync(join(base, 'secret.txt'), 'secret')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

describe('files of a folder', () => {
  it('are listed once, in the spelling on disk, without temp files and links that leave', async () => {
    writeFileSync(join(root, '~areal-0123abcd.tmp'), 'left by a killed program')
    symlinkSync(join(base, 'secret.txt'), join(root, 'out.txt'))
    symlinkSync(base, join(root, 'up'))
    symlinkSync(join(root, 'DATA/MAPS/Land.map'), join(root, 'inside.map'))
    const listed = await nodeFiles(root).list()
    expect(listed.map(file => [file.path, file.size])).toEqual([
      ['DATA/MAPS/Land.map', 3],
      ['inside.map', 3],
    ])
  })

  it.skipIf(process.platform !== 'linux')('say which names they leave out because no path can name them', async () => {
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/DATA/`), Buffer.from([0xef, 0xe5, 0xf0, 0xe2, 0xff, 0x2e, 0x6d])]),
      'in another code page',
    )
    mkdirSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xc0, 0xc1])]))
    for (const name of ['a\\b.map', 'c:d.map', 'карта\ufffd.map']) writeFileSync(join(root, name), 'x')
    const files = nodeFiles(root)
    expect((await files.list()).map(file => file.path)).toEqual(['DATA/MAPS/Land.map', 'карта\ufffd.map'])
    expect(files.unlisted?.().toSorted()).toEqual([
      'DATA/\ufffd\ufffd\ufffd\ufffd\ufffd.m',
      'a\\b.map',
      'c:d.map',
      '\ufffd\ufffd',
    ])
  })

  it.skipIf(process.platform === 'win32')('say what they are not let into', async () => {
    for (const [folder, mode] of [
      ['shut', 0o000],
      ['DATA/named', 0o444],
    ] as const) {
      mkdirSync(join(root, folder))
      writeFileSync(join(root, folder, 'x.bin'), 'x')
      chmodSync(join(root, folder), mode)
    }
    chmodSync(base, 0o755)
    const files = nodeFiles(root)
    const isRoot = process.geteuid?.() === 0 // whom rights do not bind
    if (isRoot) process.seteuid?.(65534)
    try {
      expect((await files.list()).map(file => file.path)).toEqual(['DATA/MAPS/Land.map'])
      expect(files.unreadable?.().toSorted()).toEqual(['DATA/named/x.bin', 'shut'])
      expect(await codeOf(files.read('DATA/named/x.bin'))).toBe('file.unreadable')
    } finally {
      if (isRoot) process.seteuid?.(0)
      for (const folder of ['shut', 'DATA/named']) chmodSync(join(root, folder), 0o755)
    }
    expect([(await files.list()).length, files.unreadable?.()]).toEqual([3, []])
  })

  it('match without case, and an exact name wins', async () => {
    const files = nodeFiles(root)
    expect((await files.stat('data/maps/LAND.MAP'))?.path).toBe('DATA/MAPS/Land.map')
    writeFileSync(join(root, 'DATA/MAPS/land.map'), 'other')
    expect([...(await files.read('data/maps/land.map'))]).toEqual([...bytes('other')])
    expect([...(await files.read('DATA/MAPS/Land.map'))]).toEqual([...bytes('map')])
    expect(await files.stat('DATA/none')).toBeUndefined()
  })

  it('are written over the file that another spelling names', async () => {
    const files = nodeFiles(root)
    await files.write('data/Maps/LAND.map', bytes('new'))
    await files.write('data/NEW/x.bin', bytes('x'))
    expect(readFileSync(join(root, 'DATA/MAPS/Land.map'), 'utf8')).toBe('new')
    expect(readdirSync(join(root, 'DATA')).sort()).toEqual(['MAPS', 'NEW'])
    expect(readdirSync(join(root, 'DATA/MAPS'))).toEqual(['Land.map'])
  })

  it('see what another program did meanwhile, and tell of each change what stands there then', async () => {
    const files = nodeFiles(root)
    await files.stat('DATA/MAPS/Land.map')
    expect(await files.write('data/maps/Land.map', bytes('longer than before'))).toEqual(
      await files.stat('DATA/MAPS/Land.map'),
    )
    expect(await files.append('DATA/MAPS/Land.map', bytes('!'))).toEqual(await files.stat('DATA/MAPS/Land.map'))
    rmSync(join(root, 'DATA/MAPS/Land.map'))
    writeFileSync(join(root, 'DATA/MAPS/LAND.MAP'), 'renamed')
    expect((await files.stat('DATA/MAPS/Land.map'))?.path).toBe('DATA/MAPS/LAND.MAP')
  })

  it('are refused where the path leaves the root', async () => {
    const files = nodeFiles(root)
    symlinkSync(base, join(root, 'up'))
    symlinkSync(join(base, 'nowhere'), join(root, 'dangling'))
    symlinkSync(join(base, 'secret.txt'), join(root, 'out.txt'))
    const paths = [
      '../secret.txt',
      'DATA/../../secret.txt',
      '/etc/passwd',
      'C:/windows/win.ini',
      'C:secret',
      '\\\\server\\share\\x',
      '..\\secret.txt',
      'a\0b',
      './x',
      'up/secret.txt',
      'UP/secret.txt',
      'up/new.txt',
      'out.txt',
      'DATA/file:stream',
    ]
    for (const path of paths) {
      const works = [
        files.read(path),
        files.stat(path),
        files.write(path, bytes('x')),
        files.append(path, bytes('x')),
        files.remove(path),
      ]
      expect(new Set(await Promise.all(works.map(codeOf))), path).toEqual(new Set(['file.outside']))
    }
    expect(await codeOf(files.append('dangling', bytes('x')))).toBe('file.outside')
    expect(await codeOf(files.write('', bytes('x')))).toBe('file.outside')
    expect(readFileSync(join(base, 'secret.txt'), 'utf8')).toBe('secret')
    expect(existsSync(join(base, 'nowhere')) || existsSync(join(base, 'new.txt'))).toBe(false)
  })

  test.prop([fc.array(fc.constantFrom('..', '.', '/', '\\', 'a', 'DATA', ':', '\0', 'up', ' '), { maxLength: 8 })], {
    numRuns: 300,
    seed: 5,
  })('never lie outside, whatever the path', async parts => {
    const files = nodeFiles(root)
    const said = await codeOf(files.write(parts.join(''), bytes('x')))
    expect(['done', 'file.outside', 'file.unreadable', 'file.missing']).toContain(said)
    expect(readdirSync(base).sort()).toEqual(['game', 'secret.txt'])
  })

  it('are read whole or in ranges, as plain bytes', async () => {
    const files = nodeFiles(root)
    const large = new Uint8Array(5 * 1024 * 1024).map((_, i) => i * 7)
    await files.write('large.bin', large)
    expect(Buffer.compare(await files.read('large.bin'), large)).toBe(0)
    const range = await files.read('large.bin', { offset: 1000, length: 10 })
    expect(range.constructor).toBe(Uint8Array)
    expect([...range]).toEqual([...large.subarray(1000, 1010)])
    expect((await files.read('DATA/MAPS/Land.map', { offset: 2, length: 100 })).length).toBe(1)
    expect((await files.read('DATA/MAPS/Land.map', { offset: 20, length: 100 })).length).toBe(0)
    expect(await codeOf(files.read('none'))).toBe('file.missing')
  })

  it('of more than 4 MiB lie on the disk before they take the place of the old one', async () => {
    const path = join(root, 'large.bin')
    writeFileSync(path, 'old')
    const standing: number[] = []
    const real = fs.fsync
    const flush = vi.spyOn(fs, 'fsync').mockImplementation((file, done) => {
      standing.push(statSync(path).size)
      real(file, done)
    })
    syncBuiltinESMExports()
    try {
      await nodeFiles(root).write('large.bin', new Uint8Array(4 * 1024 * 1024 + 1))
    } finally {
      flush.mockRestore()
      syncBuiltinESMExports()
    }
    expect(standing).toEqual([3])
    expect(statSync(path).size).toBe(4 * 1024 * 1024 + 1)
  })

  it.each([
    ['of 100 kB', 100_000, 70_000],
    ['of 5 MB, in the last piece', 5_000_000, 4_900_000],
    ['of 5 MB, behind the end', 5_000_000, 5_000_000],
    ['of 4 MiB and one more, in the first piece', 4 * 1024 * 1024 + 1, 0],
  ])('%s whose bytes on the disk differ are refused, and the old file is kept', async (_, size, at) => {
    const folder = join(root, 'DATA/MAPS')
    const temp = (): string => join(folder, readdirSync(folder).find(name => name.endsWith('.tmp')) ?? '')
    const spoil = (): void => {
      const file = openSync(temp(), 'r+')
      while (fstatSync(file).size < size); // a large file is written by another thread
      writeSync(file, Uint8Array.of(9), 0, 1, at)
      closeSync(file)
    }
    const files = nodeFiles(root)
    expect(await codeOf(files.write('DATA/MAPS/Land.map', new Uint8Array(size), { prove: spoil }))).toBe(
      'file.unreadable',
    )
    expect(readdirSync(folder)).toEqual(['Land.map'])
    expect(readFileSync(join(folder, 'Land.map'), 'utf8')).toBe('map')
    expect(await codeOf(files.write('DATA/MAPS/Land.map', new Uint8Array(size), { prove: temp }))).toBe('done')
  })

  it('are appended, cut and removed', async () => {
    const files = nodeFiles(root)
    await files.append('log/journal', bytes('one'))
    await files.append('log/Journal', bytes('two'))
    expect(readFileSync(join(root, 'log/journal'), 'utf8')).toBe('onetwo')
    await files.truncate('log/journal', 4)
    expect(readFileSync(join(root, 'log/journal'), 'utf8')).toBe('onet')
    await files.remove('LOG/journal')
    await files.remove('log/journal')
    expect(readdirSync(join(root, 'log'))).toEqual([])
  })

  it('marked read-only are refused and stay as they are', async () => {
    const path = join(root, 'DATA/MAPS/Land.map')
    chmodSync(path, 0o444)
    const files = nodeFiles(root)
    expect(await codeOf(files.write('DATA/MAPS/Land.map', bytes('x')))).toBe('file.read-only')
    expect(await codeOf(files.append('DATA/MAPS/Land.map', bytes('x')))).toBe('file.read-only')
    expect(readFileSync(path, 'utf8')).toBe('map')
    expect(readdirSync(join(root, 'DATA/MAPS'))).toEqual(['Land.map'])
  })

  it('of a loose file are that file', async () => {
    writeFileSync(join(root, 'other'), 'other')
    expect((await nodeFiles(root, 'OTHER').list()).map(file => file.path)).toEqual(['other'])
  })

  it('keep their rights', async () => {
    const path = join(root, 'run.exe')
    writeFileSync(path, 'x', { mode: 0o755 })
    await nodeFiles(root).write('run.exe', bytes('y'))
    expect(readFileSync(path, 'utf8')).toBe('y')
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o755)
  })

  it.each([3, 5 * 1024 * 1024])(
    'are replaced or removed only while the guard finds what it expects: %i bytes',
    async size => {
      const [path, files, old] = [join(root, 'guarded.bin'), nodeFiles(root), new Uint8Array(size).fill(7)]
      writeFileSync(path, old)
      const seen: (number | undefined)[] = []
      const refuse = (present: Uint8Array | undefined): void => {
        seen.push(present?.length)
        throw new StudioError('test.refused', {})
      }
      expect(await codeOf(files.write('guarded.bin', bytes('new'), { guard: refuse }))).toBe('test.refused')
      expect(await codeOf(files.remove('guarded.bin', { guard: refuse }))).toBe('test.refused')
      expect(await codeOf(files.write('absent.bin', bytes('new'), { guard: refuse }))).toBe('test.refused')
      expect(seen).toEqual([size, size, undefined])
      expect(readFileSync(path).equals(old)).toBe(true)
      expect(readdirSync(root).sort()).toEqual(['DATA', 'guarded.bin'])
      await files.write('guarded.bin', bytes('new'), { guard: () => {} })
      expect(readFileSync(path, 'utf8')).toBe('new')
    },
  )

  it('pass their bytes to the guard again where another program writes them while it looks', async () => {
    const [path, seen] = [join(root, 'DATA/MAPS/Land.map'), new Array<string>()]
    const guard = (present: Uint8Array | undefined): void => {
      seen.push(new TextDecoder().decode(present))
      if (seen.length === 1) writeFileSync(path, 'foreign')
      else throw new StudioError('test.refused', {})
    }
    expect(await codeOf(nodeFiles(root).write('DATA/MAPS/Land.map', bytes('ours'), { guard }))).toBe('test.refused')
    expect([seen, readFileSync(path, 'utf8')]).toEqual([['map', 'foreign'], 'foreign'])
    const restless = (): void => writeFileSync(path, `${seen.push('again')}`)
    expect(await codeOf(nodeFiles(root).remove('DATA/MAPS/Land.map', { guard: restless }))).toBe('file.locked')
    expect(existsSync(path)).toBe(true)
  })

  it.each([
    ['ENOENT', 'write', 'file.missing'],
    ['EROFS', 'write', 'file.read-only'],
    ['EACCES', 'write', 'file.read-only'],
    ['EACCES', 'read', 'file.unreadable'],
    ['EBUSY', 'replace', 'file.locked'],
    ['ENOSPC', 'write', 'file.disk-full'],
    ['EIO', 'read', 'file.drive-gone'],
    ['ENAMETOOLONG', 'write', 'file.too-long'],
  ] as const)('say %s while they %s as %s', (system, doing, code) => {
    const error = fileError(Object.assign(new Error('x'), { code: system }), 'a/b', doing)
    expect(error).toMatchObject({ code, params: { path: 'a/b', reason: system } })
  })
})
