import { computed, nextTick, shallowRef } from 'vue'
import { describe, expect, it } from 'vitest'
import type { SurfaceItem } from '@areal-studio/core/format'
import { rememberWith } from '../../state/remembered'
import { changesNothing, firstGroundOptions, ruleOfSearch, valuesOfChange } from './ground-options'
import { offers } from './tool'
import { ruleOf, toolOptions } from './tool-options'
import { useHiding } from './use-hiding'

const item: Pick<SurfaceItem, 'paint'> = {
  paint: [
    { field: 'doors', as: 'bits' },
    { field: 'light', as: 'value' },
    { field: 'sound', as: 'value' },
  ],
}

describe('options of the tools', () => {
  it('stop a fill at the fields that the item declares, and at none where it declares none', () => {
    const stop = { sameClass: true, sameFlag: true, slopeBelow: 20, areaBelow: null }
    expect(ruleOf(stop, item)).toEqual({ same: ['light', 'doors'], slopeBelow: 20 })
    expect(ruleOf({ ...stop, sameClass: false, slopeBelow: null, areaBelow: 9 }, item)).toEqual({
      same: ['doors'],
      areaBelow: 9,
    })
    expect(ruleOf(stop, undefined).same).toEqual([])
  })

  it('are those of the last start, without what is no number', () => {
    rememberWith({ 'map-tools': { radius: 12, values: { light: 7, doors: 'x' }, stop: { sameClass: false } } }, () => {
      // nothing is kept
    })
    const options = toolOptions()
    expect(options.radius).toBe(12)
    expect(options.values).toEqual({ light: 7 })
    expect([options.stop.sameClass, options.stop.sameFlag]).toEqual([false, false])
    rememberWith({ 'map-tools': 'spoilt' }, () => undefined)
    expect(toolOptions()).toMatchObject({ radius: 0, values: {}, stop: { sameClass: true } })
  })

  it('give faces only what was chosen', () => {
    const { change, search } = firstGroundOptions()
    expect(changesNothing(change)).toBe(true)
    expect(changesNothing({ ...change, values: { paint: null } })).toBe(true)
    const chosen = { ...change, set: 4, values: { paint: 3, over: null } }
    expect(changesNothing(chosen)).toBe(false)
    expect(valuesOfChange(chosen)).toEqual({ flags: { set: 4, clear: 0 }, values: { paint: 3 } })
    expect(ruleOfSearch({ ...search, slopeFrom: 10 })).toEqual({ required: 0, forbidden: 0, lod: 0, slopeFrom: 10 })
  })
})

describe('tools that a format offers', () => {
  it('are those whose function exists; before they are made all of them may', () => {
    const none = () => undefined
    expect([offers({ fill: none }, 'fill'), offers<{ fill?: () => void }>({}, 'fill')]).toEqual([true, false])
    expect(offers<{ fill?: () => void }>(undefined, 'fill')).toBe(true)
  })
})

describe('hiding', () => {
  it('keeps hidden values for each field, and single records for all of them', async () => {
    const field = shallowRef('light')
    const selected = shallowRef<readonly number[]>([2, 3])
    const hiding = useHiding(
      computed(() => field.value),
      selected,
      () => 5,
    )
    hiding.hideValues(new Set([7]))
    hiding.hideSelected()
    field.value = 'doors'
    await nextTick()
    expect([[...hiding.values.value], [...hiding.records.value], hiding.isAny.value]).toEqual([[], [2, 3], true])
    field.value = 'light'
    expect([...hiding.values.value]).toEqual([7])
    hiding.isolateSelected()
    expect([...hiding.records.value]).toEqual([0, 1, 4])
    hiding.showAll()
    expect([hiding.values.value.size, hiding.records.value.size, hiding.isAny.value]).toEqual([0, 0, false])
  })

  it('recalls sets by their digit until another map is shown', () => {
    const hiding = useHiding(shallowRef('light'), shallowRef([4, 1]), () => 5)
    hiding.storeSet(3)
    expect([hiding.recallSet(3), hiding.recallSet(4)]).toEqual([[4, 1], undefined])
    hiding.hideSelected()
    hiding.forget()
    expect([hiding.recallSet(3), hiding.isAny.value]).toEqual([undefined, false])
  })
})
