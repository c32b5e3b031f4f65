import { computed, effectScope, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { locate, toJson } from '@areal-studio/core/layout'
import { useOpenEntry } from '../state/open-entry'
import { MAP, openWindow } from '../state/window.fixture'
import { useCopiedRecord } from './use-copied-record'

let clipboard = ''
const system = {
  writeText: async (text: string) => {
    clipboard = text
  },
}
vi.stubGlobal('window', { navigator: { clipboard: system } })
let scope: EffectScope
beforeEach(() => {
  clipboard = ''
  scope = effectScope()
})
afterEach(() => {
  scope.stop()
})

it('a copied record is on the clipboard as JSON, and becomes a new record at the end of the array', async () => {
  const { workspace, selection } = await openWindow()
  await workspace.load(MAP)
  selection.select({ entry: MAP, path: 'areals/3', paths: ['areals/3'] }, 'form')
  const made = scope.run(() => {
    const entry = useOpenEntry(shallowRef(true))
    const record = computed(() => {
      const whole = entry.document.value
      const node = whole && locate(whole, selection.selected.path ?? '')
      return node ? [node] : []
    })
    return { record, copied: useCopiedRecord(entry, record) }
  })
  const { record, copied } = made ?? expect.unreachable()
  const press = (id: string): void => {
    const item = copied.menu().find(each => each !== '-' && each.id === id)
    if (!item || item === '-' || item.disabled === true) throw new Error(`${id} is disabled`)
    item.run?.()
  }
  const json = toJson(record.value[0] ?? expect.unreachable())

  press('form.copy-record')
  await expect.poll(() => clipboard).toBe(json)
  press('form.paste-new')
  await expect.poll(() => selection.selected.path).toBe('areals/30')
  expect(toJson(record.value[0] ?? expect.unreachable())).toBe(json)
})
