import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAMILIES } from '@areal-studio/core'
import type { Opened } from '@areal-studio/core/format'
import { document, toJson } from '@areal-studio/core/layout'
import { createStudio } from '@areal-studio/core/studio'
import { ASWM } from '../../core/families/nwn2/aswm/aswm'
import { WALKMESH } from '../../core/families/nwn2/aswm/walkmesh'
import { openMesh } from '../../core/families/nwn2/aswm/mesh'
import { bake } from '../../core/families/nwn2/bake/bake'
import { SET_WALKABLE } from '../../core/families/nwn2/operations/set-flags'
import { sampleMesh } from '../../core/families/nwn2/sample/mesh'
import { largeArea, largeMesh, megatile } from '../../core/families/nwn2/large-area.fixture'
import { shelf } from '../../core/families/nwn2/opened.fixture'
import { areaFile } from '../../core/families/nwn2/sample/files'
import { TRRN } from '../../core/families/nwn2/terrain/terrain'
import { packComp, unpackComp } from '../../core/families/nwn2/trn/comp'
import { nodeHost } from '../../electron/node/node-host'
import { best, bestOf, median, type Figures, type Measured } from './figures'
import type { BenchInstall } from './install'
import { measureWalkmeshWindow } from './walkmesh-window'

const RUNS = 5
const KILOBYTE = 1000
const AREA = 'override/large.trx'

/** A walkmesh of 294,912 triangles, alone and within an exterior of 50 MB on the disk. */
export async function measureWalkmesh(install: BenchInstall): Promise<Measured> {
  const { temp } = install
  const mesh = largeMesh()
  const stored = packComp(mesh)
  const layout = best(RUNS, () => document(ASWM, mesh.subarray(0)).isWhole)
  const inflate = best(RUNS, () => unpackComp(stored))
  const figures: Figures = {
    walkmesh_layout_vs_inflate: layout / inflate,
    walkmesh_layout_ms: layout,
    walkmesh_inflate_ms: inflate,
    walkmesh_rules_ms: await measureRules(mesh),
    ...(await measureBake()),
    walkmesh_megatile_json_kb: toJson(document(TRRN, megatile(0, 0)).root).length / KILOBYTE,
  }
  const area = await measureArea(temp, largeArea(mesh))
  const shown = await measureWalkmeshWindow(install, area.root, area.packet)
  return { ...shown, figures: { ...figures, ...area.figures, ...shown.figures } }
}

/** An exterior of 20 × 20 tiles, 28,800 triangles that are all walkable. */
async function measureBake(): Promise<Figures> {
  const side = 20
  const ground = { width: side, height: side, tileWidth: 10, cells: 6, heightAt: () => 0, surfaceAt: () => 0x20 }
  const bare = sampleMesh(ground, false)
  const baked = sampleMesh(ground, true)
  return {
    walkmesh_bake_ms: best(RUNS, () => bake(openMesh(bare.subarray(0)))),
    walkmesh_stroke_bake_ms: await measureStroke(baked),
  }
}

function walkmeshIn(mesh: Uint8Array): Opened {
  const all = shelf({ 'large.trx': areaFile([['ASWM', mesh]]) })
  const entry = all.all(all.open('large.trx')).find(({ name }) => name === 'ASWM')
  if (!entry) throw new Error('no walkmesh')
  return entry
}

/** A stroke that closes triangles of two tiles, with the tables that follow: what a worker does before they are shown. */
function measureStroke(mesh: Uint8Array): Promise<number> {
  const entry = walkmeshIn(mesh)
  const given = {
    records: [0, 1, 2, 10, 80],
    parameters: { walkable: false, bake: true },
    step: () => Promise.resolve(),
  }
  return bestOf(RUNS, () => Promise.resolve(SET_WALKABLE.run(entry, given)))
}

async function measureRules(mesh: Uint8Array): Promise<number> {
  const entry = walkmeshIn(mesh)
  return bestOf(RUNS, () => Promise.resolve(WALKMESH.check?.(entry)))
}

interface MeasuredArea {
  readonly figures: Figures
  /** The install, and the walkmesh in it. */
  readonly root: string
  readonly packet: string
}

async function measureArea(temp: string, area: Uint8Array): Promise<MeasuredArea> {
  const [root, data] = [join(temp, 'walkmesh', 'Game'), join(temp, 'walkmesh', 'data')]
  mkdirSync(join(root, 'override'), { recursive: true })
  writeFileSync(join(root, AREA), area)
  const trees: number[] = []
  let packet = ''
  for (let run = 0; run < RUNS; run++) {
    const studio = createStudio({ host: nodeHost(data), families: FAMILIES })
    const begun = performance.now()
    await studio.api.open(root)
    const rows = await studio.api.list(AREA)
    trees.push(performance.now() - begun)
    packet = rows.at(-1)?.path ?? ''
    await studio.close()
  }
  const sets: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now()
    const words = ['set', root, packet, `triangles/${1000 + run}/flags=20`]
    const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'areal.mjs'), ...words], {
      env: { ...process.env, AREAL_USER_DATA: data },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    sets.push(performance.now() - begun)
  }
  const figures = {
    walkmesh_tree_ms: median(trees),
    walkmesh_set_ms: median(sets),
    walkmesh_area_mb: area.length / KILOBYTE ** 2,
  }
  return { figures, root, packet }
}
