import { describe, expect, it } from 'vitest'
import type { Edit, Label } from '@areal-studio/core/edit'
import { createGestures, REPEAT } from './gesture'

const label = (path: string, after: number): Label => ({
  code: 'label.field-set',
  params: { name: 'Land.map', path, before: after - 1, after },
})
const edit = (inserted: number, entry = 'a'): Edit => ({
  entry,
  base: 0,
  splices: [{ offset: 0, removed: Uint8Array.of(1), inserted: new Uint8Array(inserted) }],
})

function keyboard() {
  const target = new EventTarget()
  let time = 1000
  const gestures = createGestures(target, () => time)
  return {
    press(code: string, later = 50): void {
      time += later
      target.dispatchEvent(Object.assign(new Event('keydown'), { code }))
    },
    click: () => target.dispatchEvent(new Event('pointerdown')),
    of: (path: string, after: number, size = 1, entry = 'a') => gestures.of(label(path, after), [edit(size, entry)]),
  }
}

describe('a gesture', () => {
  it('is the same for one key on one node as long as it repeats', () => {
    const keys = keyboard()
    keys.press('ArrowUp')
    const first = keys.of('areals/1/class_id', 2)
    keys.press('ArrowUp', REPEAT)
    expect(first).toBeDefined()
    expect(keys.of('areals/1/class_id', 3)).toBe(first)
    expect(keys.of('areals/2/class_id', 3)).not.toBe(first)
  })
  it('is another one for the same node of another entry', () => {
    const keys = keyboard()
    keys.press('ArrowUp')
    const first = keys.of('areals/1/class_id', 2, 1, 'DATA/MAPS/SC_1/Land.map!#0')
    expect(keys.of('areals/1/class_id', 2, 1, 'DATA/MAPS/SC_2/Land.map!#0')).not.toBe(first)
  })
  it('ends with a pause, with another key and with the mouse', () => {
    const keys = keyboard()
    keys.press('ArrowUp')
    const first = keys.of('a', 2)
    keys.press('ArrowUp', REPEAT + 1)
    const second = keys.of('a', 3)
    keys.press('ArrowDown')
    expect(new Set([first, second, keys.of('a', 2)]).size).toBe(3)
    keys.click()
    expect(keys.of('a', 3)).toBeUndefined()
  })
  it('never joins what takes out or puts in', () => {
    const keys = keyboard()
    keys.press('Delete')
    expect(keys.of('a', 2, 0)).toBeUndefined()
  })
})
