// Runs one of the built programs (areal, bench, fuzz, corpus) where the user stands, after setting up what is missing.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ready } from './built.mjs'
import { ROOT, fail } from './steps.mjs'

ready()
const [file = '', ...args] = process.argv.slice(2)
const path = join(ROOT, file)
if (!existsSync(path)) fail(`There is no ${file}`)
const child = spawn(process.execPath, [...process.execArgv, path, ...args], {
  stdio: 'inherit',
  cwd: process.env.INIT_CWD ?? process.cwd(),
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal ? 130 : 1)
})
