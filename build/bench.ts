import { parseArgs } from 'node:util'
import { LIMITS, table, type Figures, type Measured } from './bench/figures'
import { benchInstall, type BenchInstall } from './bench/install'
import { measureDecode } from './bench/decode'
import { MEMORY_CHILD, measureMemory, memoryChild } from './bench/memory'
import { measureOpen } from './bench/open'
import { measurePack } from './bench/pack'
import { measureWindow } from './bench/window'

/** `npm run -s bench -- [--install PATH] [--json]`: every figure of one run, its limit beside it. Says what it finds, refuses nothing. */
async function bench(): Promise<void> {
  const { values } = parseArgs({ options: { install: { type: 'string' }, json: { type: 'boolean', default: false } } })
  if (!values.json) console.log(values.install === undefined ? 'Making an install of 33 retail-size maps…' : `Measuring ${values.install}`)
  const install = benchInstall(values.install)
  try {
    await report(install, values.json)
  } finally {
    install.remove()
  }
}

async function report(install: BenchInstall, isJson: boolean): Promise<void> {
  const parts: readonly [string, () => Promise<Measured> | Measured][] = [
    ['decode', () => measureDecode(install)],
    ['open', () => measureOpen(install)],
    ['pack', () => measurePack(install)],
    ['memory', () => measureMemory(install)],
    ['window', () => measureWindow(install)],
  ]
  const figures: Figures = {}
  const reasons: Record<string, string> = {}
  for (const [, measure] of parts) {
    const found = await measure()
    Object.assign(figures, found.figures)
    Object.assign(reasons, found.reasons)
    if (!isJson) console.log(table(found.figures, found.reasons ?? {}))
  }
  if (isJson) console.log(JSON.stringify({ figures, limits: LIMITS, ...(Object.keys(reasons).length > 0 && { reasons }) }))
}

const [mode, root] = process.argv.slice(2)
if (mode === MEMORY_CHILD) await memoryChild(root ?? '')
else await bench()
