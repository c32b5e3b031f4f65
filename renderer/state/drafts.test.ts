import { beforeEach, describe, expect, it } from 'vitest'
import { effectScope, shallowRef } from 'vue'
import { locate } from '@areal-studio/core/layout'
import { useDraft } from './drafts'
import { MAP, openWindow } from './window.fixture'

const path = (areal: number): string => `areals/${areal}`
const fieldOf = (areal: number): string => `${path(areal)}/class_id`
let window: Awaited<ReturnType<typeof openWindow>>
beforeEach(async () => {
  window = await openWindow()
  await window.workspace.load(MAP)
  window.selection.select({ entry: MAP, path: path(1) }, 'table')
})

/** A field that shows the class of the selected areal. */
function field() {
  const typed = shallowRef<number | null>(null)
  let last: Promise<boolean> | undefined
  const take = (): void => {
    const value = typed.value
    typed.value = null
    const { selection, workspace } = window
    if (value !== null && selection.path !== null)
      last = workspace.assignAll(MAP, [{ path: `${selection.path}/class_id`, value }])
  }
  const scope = effectScope()
  scope.run(() => useDraft(() => typed.value !== null, take))
  return { typed, end: () => scope.stop(), taken: () => last }
}
const classOf = (areal: number): unknown => {
  const whole = window.workspace.replica(MAP)?.document
  return whole && locate(whole, fieldOf(areal))?.value
}

describe('what is typed and not taken yet', () => {
  it('comes to the record it was typed for, whoever goes elsewhere and however', async () => {
    const { typed, end, taken } = field()
    const ways = [
      () => window.selection.select({ entry: MAP, path: path(2) }, 'viewport'),
      () => window.selection.goBack(),
      () => window.selection.goForward(),
    ]
    for (const [i, go] of ways.entries()) {
      const from = Number(window.selection.path?.split('/')[1])
      typed.value = 70 + i
      go()
      expect(typed.value).toBeNull()
      await taken()
      expect(classOf(from)).toBe(70 + i)
    }
    end()
  })
  it('is nothing once the field is gone or the text was taken back', () => {
    const before = [classOf(1), classOf(2)]
    const { typed, end, taken } = field()
    typed.value = 5
    typed.value = null
    window.selection.select({ entry: MAP, path: path(2) }, 'viewport')
    typed.value = 6
    end()
    window.selection.select({ entry: MAP, path: path(1) }, 'viewport')
    expect(taken()).toBeUndefined()
    expect([classOf(1), classOf(2)]).toEqual(before)
  })
})

describe('undo that answers late', () => {
  beforeEach(() => window.workspace.assignAll(MAP, [{ path: fieldOf(9), value: 77 }]))

  it('selects what it took back, each of several', async () => {
    await window.workspace.assignAll(MAP, [{ path: fieldOf(8), value: 77 }])
    await Promise.all([window.workspace.undo(), window.workspace.undo()])
    expect(window.selection.path).toBe(fieldOf(9))
  })
  it('leaves the selection to who went elsewhere meanwhile', async () => {
    const undone = window.workspace.undo()
    window.selection.select({ entry: MAP, path: path(3) }, 'form')
    await undone
    expect(window.selection.path).toBe(path(3))
    expect(classOf(9)).not.toBe(77)
  })
  it('leaves it to who types meanwhile', async () => {
    const { typed, end, taken } = field()
    const undone = window.workspace.undo()
    typed.value = 5
    await undone
    expect([window.selection.path, typed.value, taken()]).toEqual([path(1), 5, undefined])
    end()
  })
})
