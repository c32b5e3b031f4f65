import { effectScope, ref, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import type { RegionTools } from '@areal-studio/core/format'
import { regionsItem } from '../scene/items.fixture'
import type { SightShown } from '../scene/sight'
import { useSight } from './use-sight'

it('follows the selection and the image while lines of sight colour, and reads no tables for another field', async () => {
  const scope = effectScope()
  const [field, selected, image] = [ref('class'), shallowRef<readonly number[]>([]), ref(0)]
  const sight = shallowRef<SightShown>()
  let made = 0
  const tools = (): Promise<RegionTools> => {
    made++
    const seen = image.value === 0 ? [1] : []
    return Promise.resolve({ count: 3, sight: () => ({ seen, known: [0, 1] }) })
  }
  const regions = shallowRef(regionsItem({ recordCount: 3, hasSight: true }))
  scope.run(() => {
    useSight({ field, regions, selected, sight, image: () => image.value, tools })
  })
  selected.value = [0]
  await Promise.resolve()
  expect([made, sight.value]).toEqual([0, undefined])
  field.value = 'sight'
  await expect.poll(() => [...(sight.value?.values ?? [])]).toEqual([1, 1, 0])
  image.value = 1
  await expect.poll(() => [...(sight.value?.values ?? [])]).toEqual([1, 3, 0])
  selected.value = []
  await expect.poll(() => sight.value?.state).toBe('empty')
  field.value = 'class'
  await expect.poll(() => sight.value).toBeUndefined()
  scope.stop()
})
