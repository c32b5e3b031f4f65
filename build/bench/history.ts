import type { Measured } from './figures'
import type { BenchInstall } from './install'
import { benchStudio } from './studio'

/** One step that sets a field of every areal of the install, taken back: the whole way, to the disk and back. Best of three. */
export async function measureHistory(install: BenchInstall): Promise<Measured> {
  const studio = benchStudio(install, 'history')
  await studio.open(install.root)
  const started = performance.now()
  const { changing } = await studio.query('areals set logic_flag = logic_flag ^ 1073741824', {}, { dryRun: false })
  const set = performance.now() - started
  const undo: number[] = []
  const redo: number[] = []
  for (let run = 0; run < 3; run++) {
    const begun = performance.now()
    await studio.undo()
    const undone = performance.now()
    await studio.redo()
    undo.push(undone - begun)
    redo.push(performance.now() - undone)
  }
  return {
    figures: {
      undo_bulk_ms: Math.min(...undo),
      redo_bulk_ms: Math.min(...redo),
      query_set_ms: set,
      bulk_records: changing,
    },
  }
}
