import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combined, modeOf } from './select-mode'

const records = fc.uniqueArray(fc.nat(9))
const inOrder = (list: readonly number[]): number[] => [...list].sort((a, b) => a - b)

describe('selecting', () => {
  it('holds what the mode says, each record once, and the last picked last', () => {
    fc.assert(
      fc.property(records, records, (present, picked) => {
        expect(combined(present, picked, 'replace')).toEqual(picked)
        const added = combined(present, picked, 'add')
        expect(inOrder(added)).toEqual(inOrder([...new Set([...present, ...picked])]))
        expect(added.slice(added.length - picked.length)).toEqual(picked)
        const toggled = combined(present, picked, 'toggle')
        expect(inOrder(toggled)).toEqual(
          inOrder([...present, ...picked].filter(one => present.includes(one) !== picked.includes(one))),
        )
        expect(inOrder(combined(toggled, picked, 'toggle'))).toEqual(inOrder(present))
      }),
      { seed: 40 },
    )
  })
  it('follows the keys as in lists: Ctrl and Cmd toggle, Shift adds, also with Ctrl', () => {
    const keys = { shiftKey: false, ctrlKey: false, metaKey: false }
    expect(
      [keys, { ...keys, shiftKey: true }, { ...keys, ctrlKey: true }, { ...keys, metaKey: true, shiftKey: true }].map(
        modeOf,
      ),
    ).toEqual(['replace', 'add', 'toggle', 'add'])
  })
})
