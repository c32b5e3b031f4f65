import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { main, outputFailure, type OpenWindow } from './cli'
import { printable, processIo, type ExitCode } from './io'
import { PROGRAM } from '../service/program'

/** The window is another program: Electron or the browser host, started as `npm start` does. */
const openWindow: OpenWindow = (path, words) => {
  const start = join(PROGRAM, 'build', 'start.mjs')
  const program = existsSync(start) ? start : join(import.meta.dirname, 'host.mjs')
  const at = words.indexOf('--user-data')
  const userData = at === -1 ? [] : ['--user-data', resolve(words[at + 1] ?? '')]
  const child = spawn(process.execPath, [program, ...userData, resolve(path)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise<ExitCode>(done => child.on('exit', code => done(code === 0 ? 0 : 2)))
}

process.on('uncaughtException', error => {
  process.stderr.write(`error studio.defect: ${printable(error.message.replace(/\s+/g, ' '))}\n`)
  process.exit(2)
})
const words = process.argv.slice(2)
const code = await main(
  words,
  processIo(error => outputFailure(error, words, process.env)),
  openWindow,
)
process.exitCode = Math.max(code, Number(process.exitCode ?? 0))
