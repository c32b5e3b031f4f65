// `npm run dev`: builds again whenever a source changes and starts the host anew; reload the page to see it.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { ROOT, installed } from './steps.mjs'

installed()
const { build } = await import('vite')
const { host: program, renderer } = await import('./vite.config.mjs')
const PORT = '5180'
let host
let timer
const TOKEN = randomBytes(32).toString('hex')

for (const config of [renderer, program]) {
  const watcher = await build({ ...config, build: { ...config.build, watch: {}, minify: false } })
  watcher.on('event', event => {
    if (event.code === 'ERROR') console.error(event.error.message)
    if (event.code === 'BUNDLE_END') console.log(`built ${config === renderer ? 'the window' : 'the host'}`)
    if (event.code === 'BUNDLE_END' && (config === program || !host)) restartSoon()
  })
}

function restartSoon() {
  clearTimeout(timer)
  timer = setTimeout(restart, 300)
}

/** One token for the whole session: an open page finds the new host by itself. */
async function restart() {
  if (host && host.exitCode === null) {
    const ended = new Promise(done => host.once('exit', done))
    host.kill('SIGTERM')
    await ended
  }
  host = spawn(process.execPath, [join(ROOT, 'out/node/host.mjs'), '--port', PORT, ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: process.env.INIT_CWD,
    env: { ...process.env, AREAL_TOKEN: TOKEN },
  })
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    host?.kill('SIGTERM')
    process.exit()
  })
