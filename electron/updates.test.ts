import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UPDATE_FEED, newerRelease } from './updates'

const notes = { en: 'New', ru: 'Новое' }
const FILES: Readonly<Record<string, string>> = {
  '/stable.json': JSON.stringify({ version: '0.10.0', notes }),
  '/beta.json': JSON.stringify({ version: '0.2.0', notes }),
  '/wrong/stable.json': JSON.stringify({ version: 'latest', notes }),
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
  await new Promise<void>(done => { server.listen(0, '127.0.0.1', done) })
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => new Promise(done => { server.close(done) }))

describe('updates', () => {
  it('are never asked for where they are off, and nowhere in a build that is published nowhere', async () => {
    asked.length = 0
    expect(await newerRelease(feed, 'off', '0.1.0')).toBeNull()
    expect(await newerRelease(UPDATE_FEED, 'stable', '0.1.0')).toBeNull()
    expect(asked).toEqual([])
  })
  it('are told by channel, by one request that says nothing of who asks', async () => {
    asked.length = 0
    expect(await newerRelease(feed, 'stable', '0.9.9')).toEqual({ version: '0.10.0', notes })
    expect(await newerRelease(feed, 'beta', '0.1.0')).toMatchObject({ version: '0.2.0' })
    expect(asked.map(({ url }) => url)).toEqual(['/stable.json', '/beta.json'])
    expect(asked.flatMap(({ headers }) => headers).filter(name => /cookie|referer|authorization/.test(name))).toEqual([])
  })
  it.each(['0.10.0', '0.10.1', '1.0.0'])('are none for %s, which is as new', async version => {
    expect(await newerRelease(feed, 'stable', version)).toBeNull()
  })
  it.each(['wrong/', 'torn/', 'long/', 'moved/', 'absent/'])('are none where the answer is %s', async folder => {
    expect(await newerRelease(`${feed}${folder}`, 'stable', '0.0.1')).toBeNull()
  })
})
