import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { FAMILIES } from '@areal-studio/core'
import { createStudio } from '@areal-studio/core/studio'
import { nodeHost } from '../../electron/node/node-host'
import type { Figures, Measured } from './figures'
import type { BenchInstall } from './install'

/** The sample of each registered family on the disk: opening it, checking all and proving all. A new family is measured without a line here. */
export async function measureSamples({ temp }: BenchInstall): Promise<Measured> {
  const figures: Figures = {}
  for (const known of FAMILIES) {
    const sample = await (await known.load()).sample?.()
    if (!sample) continue
    const root = join(temp, `sample-${known.id}`, 'game')
    let size = 0
    for (const { path, bytes } of sample) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), bytes)
      size += bytes.length
    }
    const { api, close } = createStudio({
      host: nodeHost(join(temp, `sample-${known.id}`, 'data')),
      families: FAMILIES,
    })
    const name = known.id.replaceAll('-', '_')
    const timed = async (figure: string, work: () => Promise<unknown>): Promise<void> => {
      const begun = performance.now()
      await work()
      figures[`sample_${name}_${figure}_ms`] = performance.now() - begun
    }
    figures[`sample_${name}_kb`] = size / 1024
    await timed('open', () => api.open(root))
    await timed('check', () => api.check())
    await timed('prove', () => api.prove())
    await close()
  }
  return { figures }
}
