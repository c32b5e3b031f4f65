import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choiceOf, ListChoice, partBetween, type Chosen } from './choice'

const ROWS = [...'abcdefgh']
const list = (): ListChoice<string> =>
  new ListChoice((from, to) => partBetween(ROWS, ROWS.indexOf(from), ROWS.indexOf(to)))
const NONE: Chosen<string> = { rows: [], primary: undefined }
const text = ({ rows, primary }: Chosen<string>): string => `${rows.join('')} ${primary ?? '-'}`

describe('presses on a list', () => {
  it('mean by Shift and Ctrl or Cmd what they mean in every other', () => {
    const keys = { shiftKey: false, ctrlKey: false, metaKey: false }
    const held = [{}, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { shiftKey: true, metaKey: true }]
    expect(held.map(some => choiceOf({ ...keys, ...some }))).toEqual(['one', 'toggle', 'toggle', 'range', 'add'])
  })

  it('choose all from where a press without Shift was, both ways, and not from where the last range ended', () => {
    const presses = list()
    const one = presses.press(NONE, 'd', 'one')
    const down = presses.press(one, 'f', 'range')
    const up = presses.press(down, 'b', 'range')
    expect([one, down, up].map(text)).toEqual(['d d', 'def f', 'bcd b'])
  })

  it('take one more or one less with Ctrl, and begin the next range there', () => {
    const presses = list()
    const two = presses.press(presses.press(NONE, 'a', 'one'), 'f', 'toggle')
    const more = presses.press(two, 'h', 'add')
    const less = presses.press(more, 'g', 'toggle')
    expect([two, more, less].map(text)).toEqual(['af f', 'afgh h', 'afh h'])
    expect(text(presses.press({ rows: ['a'], primary: 'a' }, 'a', 'toggle'))).toBe(' -')
  })

  it('begin a range at the primary row where something else was chosen meanwhile', () => {
    const presses = list()
    presses.press(NONE, 'a', 'one')
    expect(text(presses.press({ rows: ['e'], primary: 'e' }, 'g', 'range'))).toBe('efg g')
    expect(text(presses.press(NONE, 'c', 'range'))).toBe('c c')
    expect(text(presses.press({ rows: ['x'], primary: 'x' }, 'c', 'range'))).toBe('c c')
  })

  it('never choose a row twice, and have the pressed one among the chosen but for one that is taken off', () => {
    const press = fc.tuple(fc.constantFrom(...ROWS), fc.constantFrom('one', 'toggle', 'range', 'add'))
    fc.assert(
      fc.property(fc.array(press, { maxLength: 12 }), given => {
        const presses = list()
        let now = NONE
        for (const [row, choice] of given) {
          const before = now
          now = presses.press(now, row, choice)
          expect(new Set(now.rows).size).toBe(now.rows.length)
          expect(now.rows.includes(row)).toBe(choice !== 'toggle' || !before.rows.includes(row))
          expect(now.primary === undefined || now.rows.includes(now.primary)).toBe(true)
        }
      }),
      { seed: 5 },
    )
  })
})
