import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { editFrom } from '@areal-studio/core/edit'
import { assign, document } from '@areal-studio/core/layout'
import { arealMap } from '@areal-studio/core/families/parkan'
import { copyToDisk } from './copy-to-disk'
import { median, type Measured } from './figures'
import type { BenchInstall } from './install'
import { arealsEntry, benchStudio } from './studio'

const RUNS = 20
/** Runs before the first measured one: the engine keeps compiling frequent code, and a studio is open for hours. */
const WARM = 200

/** Packing one changed Land.map, with all that keeps it safe, over writing the same bytes and flushing them. */
export async function measurePack(install: BenchInstall): Promise<Measured> {
  const studio = benchStudio(install, 'pack')
  const { workspace } = await studio.open(install.root)
  const entry = arealsEntry(install)
  const file = entry.split('!')[0] ?? ''
  const packs: number[] = []
  const copies: number[] = []
  for (let run = 0; run < WARM + RUNS; run++) {
    const image = await studio.read(entry)
    const areals = document(arealMap(Number(image.attributes['attr1'])), image.bytes)
    const edit = editFrom(image, assign(areals, 'areals/500/class_id', 1000 + run))
    await studio.commit({ label: { code: 'label.field-set', params: {} }, edits: [edit] })
    const begun = performance.now()
    await studio.pack()
    const packed = performance.now() - begun
    const bytes = readFileSync(join(workspace, 'overlay', file))
    const copied = copyToDisk(join(workspace, 'copy.bin'), bytes)
    if (run < WARM) continue
    packs.push(packed)
    copies.push(copied)
  }
  return {
    figures: { pack_vs_copy: median(packs) / median(copies), pack_ms: median(packs), copy_fsync_ms: median(copies) },
  }
}
