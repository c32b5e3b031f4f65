import fc from 'fast-check'
import { array, textLine, toEnd } from '.'
import type { Sort } from './random.fixture'

const word = fc.string({ unit: fc.constantFrom('a', 'я', '"'), minLength: 1, maxLength: 3 })

/** Lines that divide, with the declared characters between their texts and with others, and lines that do not. */
const SETTINGS: Sort = {
  layout: array(textLine({ parts: [{ name: 'key' }, '=', { name: 'value', words: 'text' }] }), toEnd),
  values: fc.array(
    fc.oneof(
      fc.record({ key: word, value: fc.constantFrom('', 'b', 'b  c', 'd=e') }),
      fc.constantFrom(
        { key: { text: 'k', tail: '20093d' }, value: { text: 'v', tail: '090a' } },
        { key: { text: 'k', tail: '3d20' }, value: '' },
        'no',
        '',
        ' =x',
        { text: '// a', tail: '0a' },
      ),
    ),
    { maxLength: 3 },
  ),
}
const QUOTED: Sort = {
  layout: array(textLine({ parts: ['"', { name: 'path', words: 'text' }, '"'], page: 'cp866' }), toEnd),
  values: fc.array(
    fc.constantFrom(
      { path: 'a b' },
      { lead: { text: '', tail: '2022' }, path: '' },
      { path: { text: 'я', tail: '22200a' } },
      'a"',
      '"a" b',
    ),
    { maxLength: 3 },
  ),
}
/** Lines of two kinds: with two texts in brackets, or one. */
const CALLS: Sort = {
  layout: array(
    textLine({
      parts: ['f(', { name: 'first' }, ', ', { name: 'second', words: 'text' }, ')'],
      or: [
        ['f(', { name: 'only' }, ')'],
        [{ name: 'key' }, ' ', { name: 'value' }],
      ],
    }),
    toEnd,
  ),
  values: fc.array(
    fc.oneof(
      fc.record({ first: word, second: fc.constantFrom('', 'b, c', 'я') }),
      fc.record({ only: word }),
      fc.record({ key: word, value: word }),
      fc.constantFrom({ only: { text: 'a', tail: '20290a' } }, 'f(a', 'f(a,b) c', ''),
    ),
    { maxLength: 3 },
  ),
}
const NUMBERED: Sort = {
  layout: array(textLine({ parts: [' ', { name: 'id' }, ' ', { name: 'name' }] }), toEnd),
  values: fc.array(
    fc.oneof(
      fc.record({ id: word, name: word }),
      fc.constantFrom({ lead: { text: '', tail: '2009' }, id: { text: '0', tail: '2020' }, name: 'x' }, 'a', 'a b c'),
    ),
    { maxLength: 3 },
  ),
}

/** Files of lines of each kind. */
export const LINES: readonly Sort[] = [SETTINGS, QUOTED, NUMBERED, CALLS]
