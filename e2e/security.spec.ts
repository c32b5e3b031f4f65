import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT, freshFolder, startStudio } from './studio'

/** A page of somebody else on this machine, served from a port of its own. */
async function foreignPage(): Promise<{ server: Server; address: string }> {
  const server = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>foreign</title>'),
  )
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

test('a foreign page in the same browser reaches nothing of the studio', async () => {
  test.skip(
    existsSync(join(ROOT, 'node_modules/electron/path.txt')),
    'Electron’s window has no address for other pages',
  )
  const studio = await startStudio({ userData: freshFolder() })
  const host = new URL(studio.page.url()).origin
  const { server, address } = await foreignPage()
  const page = await studio.page.context().newPage()
  await page.goto(address)
  const reached = await page.evaluate(async origin => {
    const tried: Record<string, string> = {}
    const settled = (element: HTMLElement): Promise<string> =>
      new Promise(done => {
        element.addEventListener('load', () => done('loaded'))
        element.addEventListener('error', () => done('refused'))
        document.body.append(element)
      })
    tried['fetch'] = await fetch(`${origin}/`, { credentials: 'include' }).then(
      () => 'read',
      () => 'refused',
    )
    tried['script'] = await settled(Object.assign(document.createElement('script'), { src: `${origin}/index.html` }))
    tried['picture'] = await settled(Object.assign(document.createElement('img'), { src: `${origin}/icon.svg` }))
    tried['socket'] = await new Promise(done => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/studio`)
      socket.addEventListener('open', () => done('open'))
      socket.addEventListener('error', () => done('refused'))
    })
    const frame = Object.assign(document.createElement('iframe'), { src: `${origin}/` })
    await settled(frame)
    tried['frame'] = frame.contentDocument === null ? 'refused' : 'read'
    return tried
  }, host)
  expect(reached).toEqual({
    fetch: 'refused',
    script: 'refused',
    picture: 'refused',
    socket: 'refused',
    frame: 'refused',
  })
  await page.close()
  await studio.close()
  server.close()
})

test('the window evaluates no text, loads nothing from elsewhere and keeps no key in its address', async () => {
  const studio = await startStudio({ userData: freshFolder() })
  const { page } = studio
  await expect(page.getByTestId('status-unpacked')).toBeVisible()
  expect(page.url()).not.toContain('token')
  const { server, address } = await foreignPage()
  const seen = await page.evaluate(async elsewhere => {
    const isRefused = (act: () => unknown): boolean => {
      try {
        act()
        return false
      } catch {
        return true
      }
    }
    const script = document.createElement('script')
    const refused = [
      () => Reflect.apply(setTimeout, window, ['document.title = "evaluated"', 0]),
      () => Reflect.set(script, 'textContent', 'document.title = "inline"'),
      () => Reflect.set(script, 'src', `${elsewhere}script.js`),
      () => Reflect.set(document.createElement('div'), 'innerHTML', '<img src=x onerror="document.title = 1">'),
      () => new Worker(`${elsewhere}worker.js`),
      () => new Worker(URL.createObjectURL(new Blob(['1']))),
      () => new Worker('/icon.svg'),
      () => Reflect.get(window, 'trustedTypes').createPolicy('other', {}),
    ].map(isRefused)
    await new Promise(done => setTimeout(done, 50))
    return {
      refused,
      isTitleKept: !['evaluated', 'inline'].includes(document.title),
      fetched: await fetch(elsewhere, { mode: 'no-cors' }).then(
        () => true,
        () => false,
      ),
      hasNode: 'require' in window || 'process' in window,
      referrer: document.referrer,
    }
  }, address)
  expect(seen).toEqual({
    refused: Array<boolean>(8).fill(true),
    isTitleKept: true,
    fetched: false,
    hasNode: false,
    referrer: '',
  })
  await studio.close()
  server.close()
})
