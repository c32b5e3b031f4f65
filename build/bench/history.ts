import type { Measured } from './figures'
import type { BenchInstall } from './install'
import { benchStudio } from './studio'

const QUERY = 'areals set logic_flag = logic_flag ^ 1073741824'
const RUNS = 5

/**
 * One step that sets a field of every areal of the install, taken back: the whole way, to the disk and back. Best of several;
 * the first query is a figure of its own, since it also reads the files of the install and is run before the engine compiles it.
 */
export async function measureHistory(install: BenchInstall): Promise<Measured> {
  const studio = benchStudio(install, 'history')
  await studio.open(install.root)
  const set: number[] = []
  let records = 0
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now()
    records = (await studio.query(QUERY, {}, { dryRun: false })).changing
    set.push(performance.now() - begun)
  }
  const [first = 0, ...others] = set
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
      query_set_ms: Math.min(...others),
      query_set_first_ms: first,
      bulk_records: records,
    },
  }
}
