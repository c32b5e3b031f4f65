import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Measured } from './figures'
import type { BenchInstall } from './install'
import { benchStudio } from './studio'

const RUNS = 5

/** Fields that name the entry that is renamed. */
const REFERENCES = 500

/** Time of the first call that needs the index, and the longest time for which it held up the thread of the host. */
async function indexed(call: () => Promise<unknown>): Promise<{ readonly time: number; readonly blocked: number }> {
  const delay = monitorEventLoopDelay({ resolution: 2 })
  delay.enable()
  const begun = performance.now()
  await call()
  const time = performance.now() - begun
  delay.disable()
  return { time, blocked: delay.max / 1e6 }
}

/**
 * References of an install: the index of all, the same at the second start, the way from one field, and a rename of a
 * material that 500 fields name.
 */
export async function measureReferences(install: BenchInstall): Promise<Measured> {
  const api = benchStudio(install, 'references')
  await api.open(install.root)
  const archive = install.files.find(file => file.toLowerCase() === 'material.lib') ?? ''
  const rows = await api.list(archive)
  const index = await indexed(() => api.references(rows[0]?.path ?? ''))
  const again = benchStudio(install, 'references')
  await again.open(install.root)
  const kept = await indexed(() => again.references(rows[0]?.path ?? ''))
  const counted = await Promise.all(
    rows.map(async ({ path }) => ({ path, count: (await api.references(path)).usedBy.length })),
  )
  const most = counted.reduce((a, b) => (b.count > a.count ? b : a), { path: '', count: -1 })
  const [user] = (await api.references(most.path)).usedBy
  const jumps: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const from = performance.now()
    await api.references(user?.from ?? '', user?.path, 'uses')
    jumps.push(performance.now() - from)
  }
  const name = rows.find(({ path }) => path === most.path)?.name ?? ''
  const wear = install.files.find(file => /land1\.wea$/i.test(file)) ?? ''
  const lines = `${REFERENCES}\r\n${`0 ${name}\r\n`.repeat(REFERENCES)}`
  await api.incoming(wear, new TextEncoder().encode(lines), { file: 'Land1.wea', dryRun: false })
  await api.references(most.path)
  const before = performance.now()
  const report = await api.rename(most.path, 'RENAMED', { dryRun: false, follow: true })
  return {
    figures: {
      references_index_ms: index.time,
      references_blocked_ms: index.blocked,
      references_kept_ms: kept.time,
      references_jump_ms: Math.min(...jumps),
      references_renamed: report.follows.length,
      references_rename_ms: performance.now() - before,
    },
  }
}
