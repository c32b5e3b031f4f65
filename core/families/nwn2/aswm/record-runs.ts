import type { RecordRun } from '../../../layout'

/** Collects runs of records. A record that is not of the original, or would change the order, is a new one. */
export class RecordRuns {
  readonly list: RecordRun[] = []
  private last = -1

  /** Adds the next record; `from`: its number in the original, -1 where it is new. */
  add(from: number): void {
    const isOld = from > this.last
    const run = this.list.at(-1)
    const isNext = run && (isOld ? run.from >= 0 && run.from + run.count === from : run.from < 0)
    if (run && isNext) this.list[this.list.length - 1] = { from: run.from, count: run.count + 1 }
    else this.list.push({ from: isOld ? from : -1, count: 1 })
    if (isOld) this.last = from
  }
}
