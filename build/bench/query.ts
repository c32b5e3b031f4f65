import { array, document, f32, struct, u32, write } from '@areal-studio/core/layout'
import { openTable, shownRows } from '@areal-studio/core/query'
import { best, bestOf, type Measured } from './figures'
import type { BenchInstall } from './install'
import { benchStudio } from './studio'

const ROWS = 60_000
const QUERY = 'areals where class_id = 3 and area_metric < 1600 or neighbours = 0 set logic_flag = logic_flag | 4'

/** Rounds of an empty loop: what the machine is worth in this run. */
const ROUNDS = 100_000_000

function emptyLoop(): number {
  let sum = 0
  for (let round = 0; round < ROUNDS; round++) sum = (sum + round) | 0
  return sum
}

/** A query run dry over every map, and a table of 60,000 rows filtered and sorted, from its bytes each time. */
export async function measureQuery(install: BenchInstall): Promise<Measured> {
  const studio = benchStudio(install, 'query')
  await studio.open(install.root)
  let records = 0
  const query = await bestOf(5, async () => {
    records = (await studio.query(QUERY, {}, { dryRun: true })).looked
  })
  const layout = struct('bench', { rows: array(struct('row', { kind: u32(), size: f32(), flags: u32() }), ROWS) })
  const rows = Array.from({ length: ROWS }, (_, k) => ({ kind: k % 13, size: ((k * 7919) % ROWS) / 7, flags: k & 7 }))
  const opened = document(layout, write(layout, { rows }).bytes)
  const sort = best(5, () => shownRows(openTable(opened, 'rows'), {}, { column: 'size', isDown: true }))
  const filter = best(5, () => shownRows(openTable(opened, 'rows'), { kind: '!=0', size: '>1000' }, undefined))
  return {
    figures: {
      empty_loop_ms: best(5, emptyLoop),
      query_maps_ms: query,
      query_records: records,
      table_sort_60000_ms: sort,
      table_filter_60000_ms: filter,
    },
  }
}
