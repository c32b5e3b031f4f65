import { own, setOwn } from '@areal-studio/core/layout'
import { describe, expect, it } from 'vitest'
import { computed, reactive } from 'vue'

describe('a name of data looked up in a reactive record', () => {
  it('is seen when it is added, changed and removed', () => {
    const slots = reactive<Record<string, number>>({})
    const shown = computed(() => own(slots, 'class_id') ?? 0)
    expect(shown.value).toBe(0)
    setOwn(slots, 'class_id', 64)
    expect(shown.value).toBe(64)
    setOwn(slots, 'class_id', 71)
    expect(shown.value).toBe(71)
    Reflect.deleteProperty(slots, 'class_id')
    expect(shown.value).toBe(0)
  })

  it('is still no name that every object inherits', () => {
    expect(own(reactive<Record<string, unknown>>({}), 'toString')).toBeUndefined()
  })
})
