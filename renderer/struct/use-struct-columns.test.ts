import { ref, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import { document, struct, u32 } from '@areal-studio/core/layout'
import { structRows } from './struct-rows'
import { useStructColumns } from './use-struct-columns'

const [SHORT, LONG] = ['count', 'scroll_frequency_of_the_second']
const whole = document(struct('file', { [SHORT]: u32(), [LONG]: u32() }), new Uint8Array(8))
const [short, long] = structRows(whole.root, () => false)
if (!short || !long) throw new Error('no such lines')

it('gives a long name the room of address and size where it has none beside them', () => {
  const width = ref(340)
  const { isCramped } = useStructColumns(shallowRef(whole), width)
  expect([isCramped(short), isCramped(long)]).toEqual([false, true])
  width.value = 480
  expect([isCramped(short), isCramped(long)]).toEqual([false, false])
  width.value = 150
  expect([isCramped(short), isCramped(long)]).toEqual([false, true])
  const group = { ...long, group: [0, 100] as const }
  expect(isCramped(group)).toBe(false)
})
