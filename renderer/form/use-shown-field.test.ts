import { expect, it } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import { array, document, f32, reserved, struct, u32, vec3 } from '@areal-studio/core/layout'
import { formSections, type FormSection } from './form-model'
import { useShownField } from './use-shown-field'

const Place = struct('place', { anchor: vec3(), size: f32(), kind: u32(), pad: reserved(u32()) })
const File = struct('file', { places: array(Place, 2) })
const record = document(File, new Uint8Array(48)).root.child(0).child(1)

it('unfolds and scrolls to a field that was selected elsewhere, once, as soon as its record is shown', async () => {
  const selected = shallowRef<{ path: string | null; source: string }>({ path: 'places/1/pad', source: 'problems' })
  const sections = shallowRef<readonly FormSection[]>([])
  const seen: string[] = []
  useShownField({
    selected,
    sections,
    unfold: id => void seen.push(`unfold ${id}`),
    bring: name => void seen.push(`bring ${name}`),
  })
  const rest = async (): Promise<string[]> => {
    await nextTick()
    await nextTick()
    return seen.splice(0)
  }
  expect(await rest()).toEqual([])
  sections.value = formSections(record)
  expect(await rest()).toEqual(['unfold rest', 'bring pad'])
  sections.value = formSections(record) // an edit
  expect(await rest()).toEqual([])
  selected.value = { path: 'places/1/anchor/y', source: 'struct' }
  expect(await rest()).toEqual(['unfold geometry', 'bring anchor'])
  selected.value = { path: 'places/1/kind', source: 'form' }
  expect(await rest()).toEqual([])
  selected.value = { path: 'places/1', source: 'viewport' }
  expect(await rest()).toEqual([])
})
