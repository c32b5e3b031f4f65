import { parseArgs } from 'node:util'
import { measureArchive } from './bench/archive'
import { measureConversions } from './bench/conversions'
import { measureDecode } from './bench/decode'
import { measureDetect } from './bench/detect'
import { measureEvilIslands } from './bench/evil-islands'
import { LIMITS, table, type Figures, type Measured } from './bench/figures'
import { measureFilter } from './bench/filter'
import { measureFind } from './bench/find'
import { GAMEZ_CHILD, gamezChild, measureGamez } from './bench/gamez'
import { measureGiant } from './bench/giant'
import { measureHex } from './bench/hex'
import { measureHistory } from './bench/history'
import { benchInstall, type BenchInstall } from './bench/install'
import { measureJson } from './bench/json'
import { MEMORY_CHILD, measureMemory, memoryChild } from './bench/memory'
import { measureOpen } from './bench/open'
import { measureMissions } from './bench/missions'
import { measureModel } from './bench/model'
import { measurePack } from './bench/pack'
import { measureDerived } from './bench/derived'
import { measureLayouts } from './bench/layouts'
import { measureLibrary } from './bench/library'
import { measureQuery } from './bench/query'
import { measureReferences } from './bench/references'
import { measureSamples } from './bench/samples'
import { measureSelection } from './bench/selection'
import { measureStart } from './bench/start'
import { measureTexture } from './bench/texture'
import { measureWalkmesh } from './bench/walkmesh'
import { measureWindow } from './bench/window'

const PARTS: Readonly<Record<string, (install: BenchInstall) => Promise<Measured> | Measured>> = {
  decode: measureDecode,
  open: measureOpen,
  pack: measurePack,
  memory: measureMemory,
  query: measureQuery,
  history: measureHistory,
  window: measureWindow,
  selection: measureSelection,
  json: measureJson,
  hex: measureHex,
  find: measureFind,
  filter: measureFilter,
  start: measureStart,
  giant: measureGiant,
  layouts: measureLayouts,
  derived: measureDerived,
  gamez: measureGamez,
  archive: measureArchive,
  library: measureLibrary,
  islands: measureEvilIslands,
  walkmesh: measureWalkmesh,
  detect: measureDetect,
  references: measureReferences,
  samples: measureSamples,
  conversions: measureConversions,
  model: measureModel,
  texture: measureTexture,
  missions: measureMissions,
}
const USAGE = `npm run -s bench -- [--install PATH] [--json] [--only ${Object.keys(PARTS).join('|')}]…`

/**
 * Every figure of one run beside its limit. A missed limit is printed, not an error: exit 0 unless a part could not
 * run.
 */
async function bench(): Promise<void> {
  const { install: path, json, only } = options()
  if (!json) console.log(path === undefined ? 'Making an install of 33 retail-size maps…' : `Measuring ${path}`)
  const install = made(path)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      install.remove()
      process.exit(130)
    })
  }
  try {
    await report(install, json, only.length === 0 ? Object.keys(PARTS) : only)
  } finally {
    install.remove()
  }
}

function made(path: string | undefined): BenchInstall {
  try {
    return benchInstall(path)
  } catch (error) {
    console.error(`error install: ${error instanceof Error ? error.message : ''}`)
    return process.exit(2)
  }
}

function options(): { readonly install: string | undefined; readonly json: boolean; readonly only: readonly string[] } {
  try {
    const { values } = parseArgs({
      options: {
        install: { type: 'string' },
        json: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
      },
    })
    const wrong = values.only.find(name => !(name in PARTS))
    if (wrong !== undefined) throw new Error(`there is no part ${wrong}`)
    return { install: values.install, json: values.json, only: values.only }
  } catch (error) {
    console.error(`error usage: ${error instanceof Error ? error.message : ''}; ${USAGE}`)
    return process.exit(2)
  }
}

async function report(install: BenchInstall, isJson: boolean, names: readonly string[]): Promise<void> {
  const figures: Figures = {}
  const reasons: Record<string, string> = {}
  for (const name of names) {
    const found = await measured(name, install)
    Object.assign(figures, found.figures)
    Object.assign(reasons, found.reasons)
    if (!isJson) console.log(table(found.figures, found.reasons ?? {}))
  }
  if (isJson)
    console.log(JSON.stringify({ figures, limits: LIMITS, ...(Object.keys(reasons).length > 0 && { reasons }) }))
}

/** A part that fails does not stop the others, but the run is not complete. */
async function measured(name: string, install: BenchInstall): Promise<Measured> {
  try {
    return (await PARTS[name]?.(install)) ?? { figures: {} }
  } catch (error) {
    process.exitCode = 1
    const why = error instanceof Error ? error.message : String(error)
    return { figures: { [name]: null }, reasons: { [name]: `failed: ${why}` } }
  }
}

const [mode, root] = process.argv.slice(2)
if (mode === MEMORY_CHILD) await memoryChild(root ?? '')
else if (mode === GAMEZ_CHILD) await gamezChild()
else await bench()
