import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Release } from './release'
import { UPDATE_FEED, fetchRelease, newerRelease } from './updates'

const notes = { en: 'New', ru: 'Новое' }
const PROGRAM = 'MZ the new program'
const FILES: Readonly<Record<string, string>> = {
  '/stable.json': JSON.stringify({ version: '0.10.0', notes }),
  '/beta.json': JSON.stringify({ version: '0.2.0', notes }),
  '/studio-0.10.0.exe': PROGRAM,
  '/wrong/stable.json': JSON.stringify({ version: 'latest', notes }),
  '/path/stable.json': JSON.stringify({
    version: '9.0.0',
    notes,
    files: { 'win32-x64': { name: '../evil.exe', size: 1, sha256: 'f'.repeat(64) } },
  }),
  '/torn/stable.json': '{ "version": ',
  '/long/stable.json': JSON.stringify({ version: '9.0.0', notes: { en: ' '.repeat(100_000), ru: '' } }),
}
let server: Server
let feed: string
const asked: { readonly url: string; readonly headers: readonly string[] }[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = '' } = request
    asked.push({ url, headers: Object.keys(request.headers) })
    if (url.startsWith('/moved/')) return response.writeHead(302, { Location: '/stable.json' }).end()
    const text = FILES[url]
    return response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done)
  })
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(
  () =>
    new Promise(done => {
      server.close(done)
    }),
)

describe('updates', () => {
  it('are never asked for where they are off, and nowhere in a build that is published nowhere', async () => {
    asked.length = 0
    expect(await newerRelease(feed, 'off', 'stable', '0.1.0')).toBeNull()
    expect(await newerRelease(UPDATE_FEED, 'automatic', 'stable', '0.1.0')).toBeNull()
    expect(asked).toEqual([])
  })
  it('are told by channel, by one request that says nothing of who asks', async () => {
    asked.length = 0
    expect(await newerRelease(feed, 'notify', 'stable', '0.9.9')).toEqual({ version: '0.10.0', notes })
    expect(await newerRelease(feed, 'notify', 'beta', '0.1.0')).toMatchObject({ version: '0.2.0' })
    expect(asked.map(({ url }) => url)).toEqual(['/stable.json', '/beta.json'])
    expect(asked.flatMap(({ headers }) => headers).filter(name => /cookie|referer|authorization/.test(name))).toEqual(
      [],
    )
  })
  it.each(['0.10.0', '0.10.1', '1.0.0'])('are none for %s, which is as new', async version => {
    expect(await newerRelease(feed, 'notify', 'stable', version)).toBeNull()
  })
  it.each(['wrong/', 'torn/', 'long/', 'moved/', 'absent/'])('are none where the answer is %s', async folder => {
    expect(await newerRelease(`${feed}${folder}`, 'notify', 'stable', '0.0.1')).toBeNull()
  })
})

describe('a release that is fetched by itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'areal-updates-'))
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })
  const release = (change: object = {}): Release => ({
    version: '0.10.0',
    notes,
    files: {
      'win32-x64': {
        name: 'studio-0.10.0.exe',
        size: PROGRAM.length,
        sha256: createHash('sha256').update(PROGRAM).digest('hex'),
        ...change,
      },
    },
  })

  it('is kept whole under its name, without those before it, and not fetched twice', async () => {
    writeFileSync(join(folder, 'studio-0.9.0.exe'), 'old')
    const path = await fetchRelease(feed, release(), 'win32-x64', folder)
    expect(path).toBe(join(folder, 'studio-0.10.0.exe'))
    expect(readFileSync(path ?? '', 'latin1')).toBe(PROGRAM)
    expect(readdirSync(folder)).toEqual(['studio-0.10.0.exe'])
    asked.length = 0
    expect(await fetchRelease(feed, release(), 'win32-x64', folder)).toBe(path)
    expect(asked).toEqual([])
  })
  it.each([
    ['another hash', { sha256: 'f'.repeat(64) }],
    ['another size', { size: PROGRAM.length + 1 }],
    ['more than was told', { size: 3 }],
    ['no such file', { name: 'gone.exe' }],
  ])('is not kept with %s', async (_, change) => {
    rmSync(join(folder, 'studio-0.10.0.exe'), { force: true })
    expect(await fetchRelease(feed, release(change), 'win32-x64', folder)).toBeNull()
    expect(readdirSync(folder).filter(name => !name.endsWith('.part'))).toEqual([])
  })
  it('is none for a system that it has no file for, and never a path', async () => {
    expect(await fetchRelease(feed, release(), 'linux-x64', folder)).toBeNull()
    expect(await newerRelease(`${feed}path/`, 'automatic', 'stable', '0.0.1')).toBeNull()
  })
})
