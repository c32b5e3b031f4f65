// The built program and a browser, for scripts that take pictures of it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ROOT, fail, findBrowser } from './steps.mjs'

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--no-first-run',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]

export const launchBrowser = () =>
  chromium.launch({
    executablePath: findBrowser() ?? fail('Pictures need Chromium, Chrome or Edge: install one or set CHROME_PATH.'),
    args: FLAGS,
  })

/** A host of its own, with the sample as what it opens: its address, and how to end it. */
export async function startHost(userData) {
  const child = spawn(process.execPath, [join(ROOT, 'out/node/host.mjs'), '--port', '0', '--user-data', userData], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  return {
    url: await addressOf(child),
    end: () => {
      child.kill()
      return ended
    },
  }
}

/** The host prints where it serves. */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', piece => {
      said += piece
      const address = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(said)
      if (address) resolve(address[0])
    })
    child.on('exit', () => reject(new Error(`the host ended: ${said}`)))
  })
}
