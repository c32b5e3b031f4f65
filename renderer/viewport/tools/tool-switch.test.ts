import { effectScope, shallowRef } from 'vue'
import { describe, expect, it } from 'vitest'
import type { Outcome, RegionTools } from '@areal-studio/core/format'
import type { LegendRow } from './legend'
import { RecordOperations } from './record-operations'
import { isUsable, TOOL_KEYS, type Capabilities, type MapTool, type ToolId } from './tool'
import { ToolSwitch } from './tool-switch'
import { ValueSlots } from './value-slots'
import { regionsItem } from '../scene/items.fixture'

const IDS = Object.keys(TOOL_KEYS) as ToolId[]

describe('the tool at work', () => {
  function open() {
    const begun = new Set<ToolId>()
    const said: string[] = []
    const tools = Object.fromEntries(
      IDS.map((id): [ToolId, MapTool] => [
        id,
        {
          cancel: () => {
            said.push(`cancel ${id}`)
            return begun.delete(id)
          },
        },
      ]),
    ) as Record<ToolId, MapTool>
    const now = new ToolSwitch(tools, id => said.push(`enter ${id}`))
    return { now, begun, said, tools }
  }

  it('lets a tool that commits what is begun do so when another one is chosen', () => {
    const { now, said, tools } = open()
    tools.move = { ...tools.move, leave: () => void said.push('leave move') }
    now.set('move')
    now.set('paint')
    expect(said).toEqual(['cancel select', 'enter move', 'leave move', 'enter paint'])
  })

  it('gives up what the one before has begun, and is entered once', () => {
    const { now, said, tools } = open()
    now.set('measure')
    now.set('measure')
    now.set('lasso')
    expect(said).toEqual(['cancel select', 'enter measure', 'cancel measure', 'enter lasso'])
    expect(now.tool).toBe(tools.lasso)
  })

  it('goes back one layer with each Escape: what is begun, the tool, and then there is nothing', () => {
    const { now, begun } = open()
    now.set('add')
    begun.add('add')
    expect([now.cancel(), now.active.value]).toEqual([true, 'add'])
    expect([now.cancel(), now.active.value]).toEqual([true, 'select'])
    expect([now.cancel(), now.active.value]).toEqual([false, 'select'])
  })

  it('returns from picking to the tool that picking was for', () => {
    const { now } = open()
    now.set('pick')
    now.picked()
    expect(now.active.value).toBe('paint')
    now.set('fill')
    now.set('lasso')
    now.set('pick')
    now.picked()
    expect(now.active.value).toBe('fill')
    now.picked()
    expect(now.active.value).toBe('fill')
  })
})

describe('whether a tool is usable', () => {
  const item = regionsItem({
    entry: 'a',
  })
  const usable = (given: Partial<Capabilities>): ToolId[] =>
    IDS.filter(id => isUsable(id, { item: undefined, regions: undefined, ground: undefined, ...given }))

  it('without a map only selecting and measuring are', () => {
    expect(usable({})).toEqual(['select', 'measure'])
  })
  it('records can be selected in every map, and painted where a field says how', () => {
    expect(usable({ item })).toEqual(['select', 'box', 'lasso', 'measure'])
    expect(usable({ item: { ...item, paint: [{ field: 'kind', as: 'value' }] } })).toEqual(
      expect.arrayContaining(['paint', 'pick', 'erase']),
    )
  })
  it('placed records can be selected by box and moved without any regions', () => {
    expect(usable({ isMovable: true })).toEqual(['select', 'box', 'lasso', 'move', 'measure'])
  })
  it('each tool of regions needs its own function, all are offered until the functions are known', () => {
    const regions = (made: RegionTools | undefined): ToolId[] =>
      usable({ regions: { made } }).filter(id => ['shape', 'split', 'add', 'fill', 'route'].includes(id))
    expect(regions(undefined)).toEqual(['fill', 'shape', 'split', 'add', 'route'])
    expect(regions({ count: 0 })).toEqual([])
    expect(regions({ count: 0, split: () => expect.unreachable() })).toEqual(['split'])
  })
  it('so do those of the ground', () => {
    expect(usable({ ground: { made: { faceCount: 0 } } })).toEqual(['select', 'measure'])
    expect(usable({ ground: { made: { faceCount: 0, faceAt: () => undefined } } })).toContain('faces')
    expect(usable({ ground: { made: undefined } })).toEqual(expect.arrayContaining(['faces', 'sculpt']))
  })
})

describe('values under the digits', () => {
  const rows = (...values: number[]): LegendRow[] => values.map(value => ({ value, count: 1 }))
  function open() {
    const field = shallowRef('kind')
    const shown = shallowRef<readonly LegendRow[]>(rows(5, 6, 7))
    const values: Record<string, number> = {}
    const slots = effectScope().run(
      () => new ValueSlots({ values, field: () => field.value, rows: () => shown.value, choices: () => undefined }),
    )
    return { field, shown, values, slots: slots ?? expect.unreachable() }
  }

  it('are those of the map until one is used, by field', () => {
    const { slots, field, values } = open()
    expect([slots.under(1), slots.under(3), slots.under(0)]).toEqual([5, 7, undefined])
    slots.use(99)
    expect(slots.shown.value).toContain(99)
    expect([slots.value.value, values]).toEqual([99, { kind: 99 }])
    field.value = 'flags'
    expect([slots.value.value, slots.shown.value.includes(99)]).toEqual([1, false])
    slots.use(3)
    field.value = 'kind'
    expect([slots.value.value, slots.shown.value.includes(3)]).toEqual([99, false])
  })

  it('keep their places while their values are used, and never are more than ten', () => {
    const { slots } = open()
    for (let value = 20; value < 40; value++) slots.use(value)
    const before = slots.shown.value
    expect(before).toHaveLength(10)
    expect(new Set(before).size).toBe(10)
    slots.use(slots.under(4) ?? NaN)
    expect(slots.shown.value).toEqual(before)
    expect(slots.under(0)).toBe(before[9])
  })

  it('are those of another map once it is shown, but the chosen value stays', () => {
    const { slots, shown } = open()
    slots.use(99)
    slots.forget()
    shown.value = rows(8)
    expect([slots.under(1), slots.value.value]).toEqual([8, 99])
  })
})

describe('merging and removing by key', () => {
  const outcome = (records: readonly number[]): Outcome => ({
    label: { code: 'label.x', params: {} },
    edits: [],
    records,
    notices: [],
    counts: {},
  })
  function open(given: { selected: readonly number[]; hasRegions?: boolean; old?: Promise<unknown> }) {
    const done: string[] = []
    let { selected } = given
    const tools: RegionTools = {
      count: 9,
      merge: records => {
        done.push(`merge ${records.join(' ')}`)
        return outcome([records[0] ?? 0])
      },
      remove: records => {
        done.push(`remove ${records.join(' ')}`)
        return outcome([])
      },
    }
    const operations = new RecordOperations({
      hasRegions: () => given.hasRegions ?? true,
      selected: () => selected,
      select: records => {
        selected = records
      },
      operate: async work => work(tools),
      isOld: () => given.old !== undefined,
      upToDate: () => given.old ?? Promise.resolve(),
    })
    return { operations, done, selected: () => selected }
  }

  it('merges two or more, and selects what they became', async () => {
    const { operations, done, selected } = open({ selected: [3, 4] })
    expect(operations.run('merge')).toBe(true)
    await expect.poll(selected).toEqual([3])
    expect(done).toEqual(['merge 3 4'])
    expect(operations.run('merge')).toBe(false)
  })
  it('removes one or more; maps that cannot be edited have nothing to remove', () => {
    const { operations, done } = open({ selected: [3] })
    expect(operations.run('remove')).toBe(true)
    expect(done).toEqual(['remove 3'])
    expect(open({ selected: [] }).operations.run('remove')).toBe(false)
    expect(open({ selected: [3], hasRegions: false }).operations.run('remove')).toBe(false)
  })
  it('waits until the numbers on the map are those of the bytes', async () => {
    let ready = (): void => undefined
    const old = new Promise<void>(resolve => {
      ready = resolve
    })
    const { operations, done } = open({ selected: [3], old })
    expect(operations.run('remove')).toBe(true)
    expect(done).toEqual([])
    ready()
    await expect.poll(() => done).toEqual(['remove 3'])
  })
})
