import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CATALOGUES, createText } from '@areal-studio/core/messages'
import { serve, type BrowserHost } from './browser-host'
import { systemCode } from '../node/file-errors'
import { hostWords } from './arguments'
import { defectText } from '../service/log'
import { openBrowser, redirectFile } from './open-browser'
import { createService } from '../service/service'
import { keepPrivate, PRIVATE_FILE, userDataFolder } from '../node/user-data'

const asked = hostWords(process.argv.slice(2))
const text = createText(/^ru/.test(asked?.lang ?? process.env['LANG'] ?? '') ? 'ru' : 'en', CATALOGUES)
const say = (key: string, params?: Readonly<Record<string, string>>): string => text.say(key, params)
if (!asked) {
  console.error(`error usage.unknownOption: ${say('cli.host.usage')}`)
  process.exit(2)
}
const { port, path, open } = asked
const userData = userDataFolder(asked['user-data'])

const service = createService({
  kind: 'browser',
  userData,
  path: path === undefined ? '' : resolve(path),
  sample: asked.sample,
  quit: () => {
    void stop()
  },
})
const host = await start().catch((error: unknown) => {
  console.error(`error ${systemCode(error) ?? 'host'}: ${say('cli.host.no-port', { port: port ?? '' })}`)
  return process.exit(2)
})
const removeListener = service.listen((event, payload) => host.happened(event, payload))
console.log(say('cli.host.serving', { url: host.invite() }))
console.log(say('cli.host.stop'))
const opened = open === true ? redirectFile(userData, host.invite()) : undefined
if (opened !== undefined) openBrowser(opened)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    void stop()
  })
process.on('uncaughtException', error => service.log.note(`defect: ${defectText(error)}`))
process.on('unhandledRejection', error => service.log.note(`defect: ${defectText(error)}`))

async function stop(): Promise<void> {
  removeListener()
  if (opened !== undefined) rmSync(opened, { force: true })
  await Promise.race([Promise.all([host.close(), service.close()]), new Promise(done => setTimeout(done, 1000))])
  process.exit(0)
}

/** Without `--port` the port of the last start is tried first: the browser's storage belongs to the address. */
async function start(): Promise<BrowserHost> {
  const token = process.env['AREAL_TOKEN']
  delete process.env['AREAL_TOKEN'] // no program that is started from here gets it
  const options = { answer: service.call, say, ...(token !== undefined && /^[0-9a-f]{64}$/.test(token) && { token }) }
  if (port !== undefined) return serve({ ...options, port: portOf(port) })
  const note = join(userData, 'browser-port')
  const last = lastPort(note)
  const served = await serve({ ...options, port: last }).catch(() => serve({ ...options, port: 0 }))
  if (served.port !== last) keepPort(note, served.port)
  return served
}

function portOf(asked: string): number {
  const port = Number(asked)
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new RangeError('port')
  return port
}

function lastPort(note: string): number {
  try {
    return portOf(readFileSync(note, 'utf8'))
  } catch {
    return 0
  }
}

function keepPort(note: string, port: number): void {
  try {
    keepPrivate(userData)
    writeFileSync(note, String(port), { mode: PRIVATE_FILE })
  } catch {
    // Only convenience is lost.
  }
}
