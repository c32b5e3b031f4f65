import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAMILIES } from '@areal-studio/core'
import type { Splice } from '@areal-studio/core/layout'
import { RSLI_CODEC } from '@areal-studio/core/families/parkan'
import { createStudio, type StudioApi } from '@areal-studio/core/studio'
import { encodePool } from '../../electron/node/encode-pool'
import { nodeHost } from '../../electron/node/node-host'
import { copyToDisk } from './copy-to-disk'
import { best, bestOf, median, type Measured } from './figures'
import type { BenchInstall } from './install'

const ROWS = 17_000
const LIBRARY_SIZE = 20_000_000
const LARGE_ROW = 28_000_000
const LZSS_SIZE = 256 * 1024
const LZSS = 0x40
const DEFLATE = 0x100
const RUNS = 5
const ORDER = { family: 'parkan', format: 'parkan.rsli' }

/** Libraries of packed rows: listing many, packing one changed row of a large one, and an edit of a very large row. */
export async function measureLibrary(install: BenchInstall): Promise<Measured> {
  const library_list_17000_ms = await measureList(install)
  const picture = noise(LZSS_SIZE)
  const { encode } = encodePool()
  const once = () => encode({ ...ORDER, encoding: 'lzss', payload: picture })
  const hasThreads = (await once()) !== undefined // a program that runs from its sources has none
  const lzss_256k_ms = hasThreads ? await bestOf(RUNS, once) : null
  const pack = await measurePack(install)
  const library_edit_task_ms = await measureEdit(install)
  return {
    figures: {
      library_list_17000_ms,
      library_lzss_256k_ms: lzss_256k_ms,
      library_edit_task_ms,
      ...pack,
    },
  }
}

/** A payload that packs to about half: steps of a gradient with some noise, the same in each run. */
function noise(size: number, seed = 1): Uint8Array {
  let state = seed
  return Uint8Array.from({ length: size }, (_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 29) + ((i >> 4) & 0xf8)
  })
}

function library(rows: number, size: number, method: number): Uint8Array {
  const empty = new Uint8Array(32)
  empty.set([0x4e, 0x4c, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xba, 0xab])
  const present = Array.from({ length: rows }, (_, i) => ({
    id: `+${i}`,
    attributes: { name: `ROW${i}`, method, flags: 0, row: i },
    payload: noise(size, i + 1),
  }))
  return RSLI_CODEC.pack(empty, present).bytes
}

async function openWith(
  { temp }: BenchInstall,
  name: string,
  image: Uint8Array,
): Promise<{ readonly api: StudioApi; readonly workspace: string; close(): Promise<void> }> {
  const root = join(temp, `library-${name}`, 'Game')
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, 'iron_3d.exe'), 'MZ')
  writeFileSync(join(root, 'x.rlb'), image)
  const studio = createStudio({ host: nodeHost(join(temp, `library-${name}`, 'data')), families: FAMILIES })
  const { workspace } = await studio.api.open(root)
  return { api: studio.api, workspace, close: () => studio.close() }
}

/** One byte of the first row. */
async function poke(api: StudioApi, to: number): Promise<void> {
  const image = await api.read('x.rlb!#0')
  const splice: Splice = { offset: 5, removed: image.bytes.slice(5, 6), inserted: Uint8Array.of(to) }
  const label = { code: 'label.given', params: { text: '' } }
  await api.commit({ label, edits: [{ entry: image.entry, base: image.revision, splices: [splice] }] })
}

async function measureList(install: BenchInstall): Promise<number> {
  const { api, close } = await openWith(install, 'many', library(ROWS, 100, DEFLATE))
  const list = await bestOf(RUNS, () => api.list('x.rlb'))
  await close()
  return list
}

/**
 * Packing over a copy that is flushed, without what encoding the row alone takes. Nothing large is allocated between the
 * packs: collecting it would be part of their time.
 */
async function measurePack(install: BenchInstall): Promise<Record<string, number>> {
  const rowSize = 200_000
  const image = library(Math.ceil((2 * LIBRARY_SIZE) / rowSize), rowSize, DEFLATE)
  const { api, workspace, close } = await openWith(install, 'large', image)
  const ratios: number[] = []
  const packs: number[] = []
  for (let run = 0; run < RUNS * 3; run++) {
    await poke(api, 100 + run)
    const { bytes } = await api.read('x.rlb!#0')
    const encoding = best(1, () => RSLI_CODEC.encode?.(bytes, 'deflate'))
    const begun = performance.now()
    await api.pack()
    const packed = performance.now() - begun
    const copied = copyToDisk(join(workspace, 'copy.bin'), image)
    if (run < RUNS) continue // the engine compiles what it sees often
    packs.push(packed)
    ratios.push((packed - encoding) / copied)
  }
  await close()
  return { library_pack_vs_copy: median(ratios), library_pack_ms: median(packs) }
}

/** The longest task of the process while a row of 28 MB was edited. */
async function measureEdit(install: BenchInstall): Promise<number> {
  const { api, close } = await openWith(install, 'giant', library(1, LARGE_ROW, LZSS))
  await poke(api, 100)
  const longest: number[] = []
  for (let run = 0; run < RUNS; run++) {
    let last = performance.now()
    let most = 0
    let isOn = true
    const tick = (): void => {
      most = Math.max(most, performance.now() - last)
      last = performance.now()
      if (isOn) setImmediate(tick)
    }
    setImmediate(tick)
    await poke(api, 101 + run)
    isOn = false
    longest.push(Math.max(most, performance.now() - last))
  }
  await close()
  return median(longest)
}
