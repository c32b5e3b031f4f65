import { nextTick } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { neighboursOf } from '../scene/map-scene'
import { openMapTools } from './map-tools.fixture'

type Bench = Awaited<ReturnType<typeof openMapTools>>
let at: Bench

beforeEach(async () => {
  at = await openMapTools()
})
afterEach(() => {
  at.end()
})
const columns = (field: string): number[] => [...(at.map.fields.value[field] ?? [])]

describe('painting', () => {
  it('paints what a stroke crosses, as one step of undo', async () => {
    at.tools.setTool('paint')
    at.tools.use(77)
    const before = columns('class_id')
    at.drag(at.over(0), at.over(1), at.over(2))
    const ghost = [...(at.tools.ghost.value?.groups.get(77) ?? [])]
    expect(ghost).toEqual(expect.arrayContaining([0, 1, 2]))
    expect(columns('class_id')).toEqual(before)
    await expect.poll(() => at.valueOf(0, 'class_id')).toBe(77)
    expect(columns('class_id').flatMap((value, record) => (value === 77 ? [record] : []))).toEqual(ghost)
    await expect.poll(() => at.tools.ghost.value).toBeUndefined()
    await at.workspace.undo()
    await expect.poll(() => columns('class_id')).toEqual(before)
  })

  it('changes nothing where a stroke is cancelled', async () => {
    at.tools.setTool('paint')
    at.tools.use(77)
    const stroke = at.press(at.over(4))
    expect(at.tools.ghost.value?.count).toBe(1)
    stroke.cancel()
    expect(at.tools.ghost.value).toBeUndefined()
    await nextTick()
    expect(columns('class_id')).not.toContain(77)
  })

  it('erases with Alt and Shift in any of its tools, and picks with Ctrl', async () => {
    at.tools.setTool('paint')
    at.tools.use(77)
    at.click(at.over(5))
    await expect.poll(() => at.valueOf(5, 'class_id')).toBe(77)
    at.tools.use(3)
    at.click(at.over(5, { ctrl: true }))
    expect(at.tools.value.value).toBe(77)
    at.click(at.over(5, { alt: true, shift: true }))
    await expect.poll(() => at.valueOf(5, 'class_id')).toBe(0)
  })

  it('returns to the tool before, once a value was picked', async () => {
    await at.workspace.assignAll('DATA/MAPS/AutoMAP/Land.map!#0', [{ path: 'areals/7/class_id', value: 909 }])
    await expect.poll(() => at.valueOf(7, 'class_id')).toBe(909)
    at.tools.setTool('fill')
    at.tools.setTool('pick')
    at.click(at.over(7))
    expect([at.tools.value.value, at.tools.active.value]).toEqual([909, 'fill'])
  })

  it('makes the brush larger and smaller by keys and by a drag with Alt, which a cancel takes back', () => {
    at.tools.setTool('paint')
    expect(at.tools.options.radius).toBe(0)
    expect(at.tools.keyed.resize(1)).toBe(true)
    const larger = at.tools.options.radius
    expect(larger).toBeGreaterThan(0)
    at.tools.hover(at.over(3))
    expect(at.tools.marks()).toMatchObject([{ kind: 'path', isClosed: true, tone: 'plain' }])
    const from = at.over(3, { alt: true })
    const sizing = at.press(from)
    sizing.move({ ...from, x: from.x + 200 })
    expect(at.tools.options.radius).toBeGreaterThan(larger)
    sizing.cancel()
    expect(at.tools.options.radius).toBe(larger)
    at.tools.keyed.resize(-1)
    expect(at.tools.options.radius).toBe(0)
  })

  it('paints the selected records with Enter', async () => {
    at.tools.setTool('paint')
    at.tools.use(55)
    at.select([9, 11])
    at.key('Enter')
    await expect.poll(() => at.valueOf(11, 'class_id')).toBe(55)
    expect(columns('class_id').filter(value => value === 55)).toHaveLength(2)
  })

  it('chooses a value by its digit', () => {
    at.tools.setTool('paint')
    const slots = at.tools.slots.value
    expect(slots.length).toBeGreaterThan(1)
    expect(at.tools.keyed.digit(2)).toBe(true)
    expect(at.tools.value.value).toBe(slots[1])
    at.tools.setTool('select')
    expect(at.tools.keyed.digit(1)).toBe(false)
  })
})

describe('filling', () => {
  it('shows what a flood would change, and commits it when asked', async () => {
    at.tools.setTool('fill')
    at.tools.use(88)
    at.tools.options.stop.sameClass = false
    at.click(at.over(2))
    await expect.poll(() => at.tools.ghost.value?.count).toBe(at.count())
    expect(at.valueOf(2, 'class_id')).not.toBe(88)
    at.tools.apply()
    await expect.poll(() => columns('class_id').every(value => value === 88)).toBe(true)
  })

  it('stops at another value, and gives up with Escape', async () => {
    at.tools.setTool('fill')
    at.tools.use(88)
    const seed = at.valueOf(2, 'class_id')
    at.click(at.over(2))
    await expect.poll(() => at.tools.ghost.value).toBeDefined()
    const flooded = at.tools.ghost.value?.groups.get(88) ?? []
    expect(flooded).toContain(2)
    expect(flooded.every(record => at.valueOf(record, 'class_id') === seed)).toBe(true)
    expect(at.key('Escape')).toBe(true)
    expect([at.tools.ghost.value, at.tools.active.value]).toEqual([undefined, 'fill'])
    expect(at.key('Escape')).toBe(true)
    expect(at.tools.active.value).toBe('select')
  })
})

describe('selecting', () => {
  it('takes all records of a box, adds with Shift and clears with a click beside', () => {
    at.tools.setTool('box')
    const corner = { x: 0, y: 0, shift: false, ctrl: false, alt: false }
    at.drag(corner, { ...corner, x: 800, y: 800 })
    expect(at.map.selected.value).toHaveLength(at.count())
    at.click(at.over(3))
    expect(at.map.selected.value).toEqual([3])
    at.click(at.over(6, { shift: true }))
    expect(at.map.selected.value).toEqual([3, 6])
    at.click(at.over(3, { ctrl: true }))
    expect(at.map.selected.value).toEqual([6])
  })

  it('takes records whose anchors lie inside a line drawn round them', () => {
    at.tools.setTool('lasso')
    const { x, y } = at.over(8)
    const around = (dx: number, dy: number) => ({ ...at.over(8), x: x + dx, y: y + dy })
    at.drag(around(-6, -6), around(6, -6), around(6, 6), around(-6, 6))
    expect(at.map.selected.value).toEqual([8])
    const held = at.press(around(-9, -9))
    held.move(around(20, 20))
    expect(at.tools.marks()).toMatchObject([{ kind: 'lasso' }])
    held.cancel()
    expect(at.tools.marks()).toEqual([])
    expect(at.map.selected.value).toEqual([8])
  })
})

describe('records of a selection', () => {
  it('merges neighbours, and deletes what is selected', async () => {
    const count = at.count()
    const [other] = neighboursOf(at.map.regions.value ?? expect.unreachable(), 4)
    at.select([4, other ?? expect.unreachable()])
    expect(at.tools.keyed.merge()).toBe(true)
    await expect.poll(at.count).toBe(count - 1)
    await expect.poll(() => at.map.selected.value).toHaveLength(1)
    at.select([0])
    at.tools.keyed.remove()
    await expect.poll(at.count).toBe(count - 2)
    at.select([])
    expect(at.tools.keyed.remove()).toBe(false)
  })
})

describe('measuring', () => {
  it('adds points by clicks, takes the last one back, and ends with Enter', () => {
    at.tools.setTool('measure')
    at.click(at.over(0))
    at.click(at.over(1))
    at.click(at.over(2))
    expect(at.tools.measured.value?.points).toHaveLength(4)
    expect(at.key('Backspace')).toBe(true)
    at.key('Enter')
    expect(at.tools.measured.value?.points).toHaveLength(2)
    const { length = 0, slant = 0 } = at.tools.measured.value ?? {}
    expect(slant).toBeGreaterThanOrEqual(length)
    expect(at.tools.marks().filter(mark => mark.kind === 'dot')).toHaveLength(2)
    expect(at.key('Escape')).toBe(true)
    expect(at.tools.measured.value).toBeUndefined()
  })
})

describe('the route', () => {
  it('leads from the first click to the second, and follows an edit of what it may not enter', async () => {
    at.tools.setTool('route')
    await expect.poll(() => at.tools.route.value.links?.islands.length).toBeGreaterThan(0)
    at.click(at.over(0))
    at.click(at.over(29))
    await expect.poll(() => at.tools.route.value.route).toBeDefined()
    const { from, to, route } = at.tools.route.value
    expect([from, to]).toEqual([0, 29])
    expect(route?.records[0]).toBe(0)
    expect(route?.records.at(-1)).toBe(29)
    const between = route?.records[1] ?? expect.unreachable()
    expect(at.tools.marks().some(mark => mark.kind === 'path')).toBe(true)
    await at.workspace.assignAll('DATA/MAPS/AutoMAP/Land.map!#0', [
      { path: `areals/${between}/logic_flag`, value: 0x8000 },
    ])
    at.tools.options.forbidden = 0x8000
    await expect.poll(() => at.tools.route.value.route?.records.includes(between)).toBe(false)
    await expect.poll(() => at.tools.route.value.before?.route.records ?? []).toContain(between)
    at.key('Escape')
    expect(at.tools.route.value.from).toBeUndefined()
  })
})
