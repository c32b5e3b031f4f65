import { describe, expect, it } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import { remember } from '../../state/remembered'
import { HOME, type View } from '../camera/camera'
import type { ViewOf } from '../camera/saved-cameras'
import type { MapPicker } from '../geometry/map-picker'
import { useFirstView } from './use-first-view'

/** A map of which only the named parts are there: framing looks at nothing else. */
const parts = (terrain: string, regions?: string, objects?: string): MapPicker =>
  ({
    map: {
      terrain: { entry: terrain },
      ...(regions !== undefined && { regions: { entry: regions } }),
      placed: objects === undefined ? [] : [{ entry: objects, id: 'objects' }],
    },
  }) as unknown as MapPicker

function shown(entry: string) {
  const picker = shallowRef<MapPicker>()
  const of = shallowRef<ViewOf | undefined>({ workspace: '/w', entry })
  const view = shallowRef<View>(HOME)
  let fits = 0
  let changes = 0
  useFirstView({
    ...{ picker, of, view },
    size: shallowRef({ width: 100, height: 100 }),
    setView: next => {
      view.value = next
    },
    goFirst: () => {
      fits++
      view.value = { ...HOME, distance: fits }
    },
    changed: () => changes++,
  })
  const show = async (next: MapPicker): Promise<void> => {
    picker.value = next
    await nextTick()
  }
  return { of, view, show, fits: () => fits, changes: () => changes }
}

describe('the first view of a map', () => {
  it('frames again what comes later', async () => {
    const map = shown('a')
    await map.show(parts('ground'))
    await map.show(parts('ground', 'areals'))
    await map.show(parts('ground', 'areals', 'mission'))
    expect([map.fits(), map.changes()]).toEqual([3, 1])
  })

  it('stays where the user moved it, whatever comes later', async () => {
    const map = shown('b')
    await map.show(parts('ground'))
    const own = { ...HOME, distance: 77 }
    map.view.value = own
    await map.show(parts('ground', 'areals'))
    expect(map.view.value).toBe(own)
    expect([map.fits(), map.changes()]).toEqual([1, 1])
  })

  it('is made for each map', async () => {
    const map = shown('c')
    await map.show(parts('ground', 'areals'))
    map.view.value = { ...HOME, distance: 77 }
    map.of.value = { workspace: '/w', entry: 'd' }
    await map.show(parts('other ground', 'other areals'))
    expect([map.fits(), map.changes()]).toEqual([2, 2])
  })

  it('has the kept view of what it turned out to be a part of, unless the user moved it before', async () => {
    const kept = { ...HOME, distance: 99 }
    const open = async (entry: string, isMoved: boolean): Promise<View> => {
      remember('cameras', [{ workspace: '/w', entry, view: kept }])
      const again = shown(entry)
      const of = again.of.value
      again.of.value = undefined
      await again.show(parts('ground', 'areals'))
      if (isMoved) again.view.value = { ...HOME, distance: 77 }
      again.of.value = of
      await again.show(parts('ground', 'areals', 'mission'))
      expect(again.changes()).toBe(1)
      return again.view.value
    }
    expect((await open('e', false)).distance).toBe(99)
    expect((await open('f', true)).distance).toBe(77)
  })
})
