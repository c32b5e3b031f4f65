import { effectScope, nextTick, reactive, ref, shallowReactive } from 'vue'
import { expect, it } from 'vitest'
import { Alignment } from './alignment'
import { wholeSource } from './byte-source'
import { ROW_BYTES, ROW_HEIGHT } from './scroll'
import { useGridCaret } from './use-grid-caret'

const ROWS = 10
const entry = (size: number) => ({
  bytes: wholeSource(new Uint8Array(size)),
  lines: new Alignment(size, size, []),
  isInserting: false,
})

/** A grid of ten rows over `size` bytes. */
function open(size: number, height = ROWS * ROW_HEIGHT) {
  const shown = shallowReactive(entry(size))
  const room = ref(height)
  const caret = effectScope().run(() => useGridCaret(shown, room)) ?? expect.unreachable()
  return {
    shown,
    room,
    caret: reactive(caret),
    rowsAbove: () => caret.top.value / ROW_HEIGHT,
    async show(next: number): Promise<void> {
      Object.assign(shown, entry(next))
      await nextTick()
    },
  }
}

it('picks the bytes between caret and anchor, the byte of the caret included, from either end', () => {
  const { caret } = open(1000)
  caret.place(40, false)
  expect(caret.picked).toEqual([0, 0])
  caret.place(50, true)
  expect(caret.picked).toEqual([40, 51])
  caret.place(10, true)
  expect(caret.picked).toEqual([10, 41])
  caret.isLow = true
  caret.place(3, false)
  expect([caret.picked, caret.isLow]).toEqual([[0, 0], false])
})

it('stays within the bytes; behind the last one only while inserting', async () => {
  const { caret, shown } = open(100)
  caret.place(5000, false)
  expect(caret.caret).toBe(99)
  caret.place(-1, false)
  expect(caret.caret).toBe(0)
  shown.isInserting = true
  await nextTick()
  caret.place(5000, false)
  expect(caret.caret).toBe(100)
  shown.isInserting = false
  await nextTick()
  expect(caret.caret).toBe(99)
})

it('shows the first row of a short entry that takes the place of a long one, and keeps the caret in it', async () => {
  const grid = open(100 * ROW_BYTES)
  grid.caret.place(90 * ROW_BYTES, false)
  grid.caret.top = 85 * ROW_HEIGHT
  await grid.show(3 * ROW_BYTES)
  expect([grid.rowsAbove(), grid.caret.caret, grid.caret.anchor]).toEqual([0, 3 * ROW_BYTES - 1, 3 * ROW_BYTES - 1])
})

it('keeps the row of the caret in view where an entry of the same size is aligned differently', async () => {
  const grid = open(100 * ROW_BYTES)
  grid.caret.place(50 * ROW_BYTES, false)
  grid.caret.top = 48 * ROW_HEIGHT
  grid.shown.lines = new Alignment(100 * ROW_BYTES, 140 * ROW_BYTES, [
    { offset: 0, removed: new Uint8Array(40 * ROW_BYTES), inserted: new Uint8Array(0) },
  ])
  await nextTick()
  expect(grid.rowsAbove()).toBeLessThanOrEqual(90)
  expect(grid.rowsAbove() + ROWS).toBeGreaterThan(90)
})

it('shows the row of the caret once a hidden grid gets a height, and never scrolls past the end of a higher one', async () => {
  const grid = open(100 * ROW_BYTES, 0)
  grid.caret.place(50 * ROW_BYTES, false)
  grid.caret.show()
  expect(grid.rowsAbove()).toBe(0) // nothing is kept for the next start that was never seen
  grid.room.value = ROWS * ROW_HEIGHT
  await nextTick()
  expect(grid.rowsAbove()).toBeLessThanOrEqual(50)
  expect(grid.rowsAbove() + ROWS).toBeGreaterThan(50)
  grid.caret.top = 90 * ROW_HEIGHT
  grid.room.value = 40 * ROW_HEIGHT
  await nextTick()
  expect(grid.rowsAbove()).toBe(60)
})

it('keeps no scroll of a hidden grid that gets other bytes to compare with', async () => {
  const grid = open(100 * ROW_BYTES, 0)
  grid.shown.lines = new Alignment(100 * ROW_BYTES, 100 * ROW_BYTES, [])
  await nextTick()
  expect(grid.rowsAbove()).toBe(0)
})
