import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { benchInstall, type BenchInstall } from './install'
import { decodeByLayouts, type MapColumns } from './map-columns'
import type { Measured } from './figures'
import { benchStudio, fileIn } from './studio'

export const MEMORY_CHILD = '--memory-child'

/** Measured in a process of its own, where nothing else has used memory. */
export function measureMemory(install: BenchInstall): Measured {
  const child = spawnSync(process.execPath, ['--expose-gc', process.argv[1] ?? '', MEMORY_CHILD, install.root], {
    encoding: 'utf8',
  })
  const told = /^memory (\d+) (\d+)$/m.exec(child.stdout)
  if (!told)
    return {
      figures: { memory_vs_bytes: null },
      reasons: { memory_vs_bytes: `the child failed: ${child.stderr.trim().split('\n')[0] ?? ''}` },
    }
  const [grown, bytes] = [Number(told[1]), Number(told[2])]
  return { figures: { memory_vs_bytes: grown / bytes, memory_mb: grown / 2 ** 20, map_bytes_mb: bytes / 2 ** 20 } }
}

/** Opens an install in the studio, reads all its maps, decodes them and keeps everything; returns the memory in use. */
export async function memoryChild(root: string): Promise<void> {
  const install = benchInstall(root)
  try {
    const studio = benchStudio(install, 'memory')
    await rest()
    const before = process.memoryUsage().rss
    await studio.open(root)
    const held: MapColumns[] = []
    let bytes = 0
    for (const folder of install.mapFolders) {
      const [msh, map] = await Promise.all([
        studio.read(fileIn(install, folder, 'land.msh')),
        studio.read(fileIn(install, folder, 'land.map')),
      ])
      bytes += msh.size + map.size
      held.push(decodeByLayouts({ msh: msh.bytes, map: map.bytes }))
    }
    await rest()
    const after = process.memoryUsage().rss
    if (held.length !== install.mapFolders.length) throw new Error('a map was lost')
    process.stdout.write(`memory ${after - before} ${bytes}\n`)
  } finally {
    install.remove()
  }
}

/** Lets work in the background end and frees memory that is no longer referenced. */
export async function rest(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await wait(150)
    globalThis.gc?.()
  }
}
