import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CATALOGUES, createText } from '@areal-studio/core/messages'
import { serve, type BrowserHost } from './browser-host'
import { systemCode } from './file-errors'
import { told } from './log'
import { openBrowser } from './open-browser'
import { createService } from './service'
import { userDataFolder } from './user-data'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, 'user-data': { type: 'string' }, open: { type: 'boolean' }, lang: { type: 'string' } },
})
const userData = userDataFolder(values['user-data'])
const text = createText(values.lang === 'ru' || (values.lang === undefined && /^ru/.test(process.env['LANG'] ?? '')) ? 'ru' : 'en', CATALOGUES)
const say = (key: string, params?: Readonly<Record<string, string>>): string => text.say(key, params)

const service = createService({
  kind: 'browser',
  userData,
  path: positionals[0] === undefined ? '' : resolve(positionals[0]),
  quit: () => { void stop() },
})
const host = await start().catch((error: unknown) => {
  console.error(`error ${systemCode(error) ?? 'host'}: ${say('cli.host.no-port', { port: values.port ?? '' })}`)
  return process.exit(2)
})
const removeListener = service.listen((event, payload) => host.happened(event, payload))
console.log(say('cli.host.serving', { url: host.url }))
console.log(say('cli.host.stop'))
if (values.open === true) openBrowser(host.url)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => { void stop() })
process.on('uncaughtException', error => service.log.note(`defect: ${told(error)}`))
process.on('unhandledRejection', error => service.log.note(`defect: ${told(error)}`))

async function stop(): Promise<void> {
  removeListener()
  await Promise.race([Promise.all([host.close(), service.close()]), new Promise(done => setTimeout(done, 1000))])
  process.exit(0)
}

/** Without `--port` the port of the last start is tried first: what the browser keeps for the window belongs to its address. */
async function start(): Promise<BrowserHost> {
  const token = process.env['AREAL_TOKEN']
  const options = { answer: service.call, say, ...(token !== undefined && /^[0-9a-f]{64}$/.test(token) && { token }) }
  if (values.port !== undefined) return serve({ ...options, port: portOf(values.port) })
  mkdirSync(userData, { recursive: true })
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
    writeFileSync(note, String(port))
  } catch {
    // Only comfort is lost.
  }
}
