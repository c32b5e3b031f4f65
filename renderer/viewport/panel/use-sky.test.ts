import { describe, expect, it } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import type { SkyItem } from '@areal-studio/core/format'
import type { MapPicker } from '../geometry/map-picker'
import { regionsItem } from '../scene/items.fixture'
import { FOG, mapChoices, SKY } from '../scene/map-options'
import { mapSceneOf } from '../scene/map-scene'
import { timeOf, useSky } from './use-sky'

/** Two keyframes, dark at midnight and bright at noon, with fog at noon only. */
const skyItem = (given: Partial<SkyItem> = {}): SkyItem => ({
  kind: 'sky',
  id: 'sky',
  layer: 'sky',
  noun: 'key',
  entry: 'MISSIONS/a/sky.ske',
  array: 'sections',
  length: 1440,
  start: 360,
  times: Float32Array.of(0, 720),
  rings: Float32Array.from({ length: 2 * 39 }, (_, at) => (at < 39 ? 0 : 1)),
  sunlight: Float32Array.of(0, 0, 0, 1, 0.5, 0.25),
  shade: Float32Array.of(0, 0, 0, 0.5, 0.5, 0.5),
  fog: Float32Array.of(0, 0, 100, 200),
  ...given,
})

function shown(first: SkyItem | undefined) {
  const picker = shallowRef<MapPicker>()
  const show = (item: SkyItem | undefined): void => {
    const map = mapSceneOf([regionsItem({}), ...(item ? [item] : [])])
    picker.value = { map } as unknown as MapPicker
  }
  show(first)
  const choices = mapChoices()
  for (const { title } of [SKY, FOG]) choices.layers.delete(title)
  const sky = effectScope().run(() => useSky(picker, choices))
  if (!sky) throw new Error('no scope')
  return { sky, choices, show }
}

describe('the sky of a map', () => {
  it('is off until it is switched on, and begins at the time of the scene', () => {
    const { sky, choices } = shown(skyItem())
    expect([sky.light.value, sky.shown.value?.hasLight, sky.shown.value?.hasFog]).toEqual([undefined, false, false])
    choices.layers.set(SKY.title, true)
    expect([sky.shown.value?.minute, sky.light.value?.sunlight]).toEqual([360, [0.5, 0.25, 0.125]])
  })

  it('has fog only where that is switched on, too', () => {
    const { sky, choices } = shown(skyItem({ start: 720 }))
    choices.layers.set(FOG.title, true)
    expect(sky.light.value).toBeUndefined()
    choices.layers.set(SKY.title, true)
    expect(sky.light.value?.fog).toEqual([100, 200])
    choices.layers.set(FOG.title, false)
    expect(sky.light.value?.fog).toBeUndefined()
  })

  it('shows another time of this scene until another scene is shown', async () => {
    const { sky, choices, show } = shown(skyItem())
    choices.layers.set(SKY.title, true)
    sky.setMinute(720)
    expect([sky.shown.value?.minute, sky.light.value?.sunlight]).toEqual([720, [1, 0.5, 0.25]])
    show(skyItem({ sunlight: Float32Array.of(0, 0, 0, 0, 0, 1) }))
    await nextTick()
    expect([sky.shown.value?.minute, sky.light.value?.sunlight]).toEqual([720, [0, 0, 1]])
    show(skyItem({ entry: 'MISSIONS/b/sky.ske', start: 60 }))
    expect(sky.shown.value?.minute).toBe(60)
    sky.setMinute(0)
    sky.setMinute(undefined)
    expect(sky.shown.value?.minute).toBe(60)
  })

  it('leaves the light of the studio where there is none, and keeps the reason', () => {
    const none = new Float32Array(0)
    const missing = { code: 'notice.mission.no-sky', params: { file: 'sky.ske' } }
    const { sky, choices, show } = shown(
      skyItem({ times: none, rings: none, sunlight: none, shade: none, fog: none, missing }),
    )
    choices.layers.set(SKY.title, true)
    expect([sky.light.value, sky.shown.value?.item.missing]).toEqual([undefined, missing])
    show(undefined)
    expect([sky.light.value, sky.shown.value]).toEqual([undefined, undefined])
    sky.setMinute(5)
    show(skyItem())
    expect(sky.shown.value?.minute).toBe(360)
  })

  it('names times by day, from the first', () => {
    expect([0, 9 * 60 + 5, 1439, 1440, 1440 + 750].map(timeOf)).toEqual([
      { day: 1, time: '00:00' },
      { day: 1, time: '09:05' },
      { day: 1, time: '23:59' },
      { day: 2, time: '00:00' },
      { day: 2, time: '12:30' },
    ])
  })
})
