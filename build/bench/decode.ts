import { best, median, type Measured } from './figures'
import { arraysOf, decodeByLayouts, decodeByLoop, type MapFiles } from './map-columns'
import type { BenchInstall } from './install'

const RUNS = 80

/** Columns of all maps, by the layouts and by a loop written by hand; both must give the same. */
export function measureDecode(install: BenchInstall): Measured {
  const maps = install.maps()
  assertSame(maps)
  for (let warm = 0; warm < 8; warm++) {
    maps.map(decodeByLayouts)
    maps.map(decodeByLoop)
  }
  // In turns, so that whatever else the machine does falls on both; the middle turn tells.
  const layouts: number[] = []
  const loop: number[] = []
  for (let run = 0; run < RUNS; run++) {
    layouts.push(best(1, () => maps.map(decodeByLayouts)))
    loop.push(best(1, () => maps.map(decodeByLoop)))
  }
  return {
    figures: {
      decode_vs_loop: median(layouts.map((time, run) => time / (loop[run] ?? NaN))),
      decode_ms: median(layouts),
      loop_ms: median(loop),
      read_ms: best(5, () => install.maps()),
      copy_ms: best(25, () => maps.map(({ msh, map }) => [msh.slice(), map.slice()])),
      maps: maps.length,
    },
  }
}

function assertSame(maps: readonly MapFiles[]): void {
  maps.forEach((files, at) => {
    const byLoop = new Map(arraysOf(decodeByLoop(files)))
    for (const [name, found] of arraysOf(decodeByLayouts(files))) {
      const expected = byLoop.get(name)
      const isSame =
        expected?.constructor === found.constructor && expected.length === found.length && sameNumbers(found, expected)
      if (!isSame) throw new Error(`map ${at}: layouts and loop differ in ${name}`)
    }
  })
}

function sameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false
  return true
}
