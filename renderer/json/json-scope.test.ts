import { fc, test } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import { canShowWhole, scopeOf } from './json-scope'

test.prop([fc.nat(), fc.constantFrom('record' as const, 'file' as const)])(
  'the choice of the user counts for every entry that can be shown whole, and for no other',
  (size, chosen) => {
    expect(scopeOf(size, chosen)).toBe(canShowWhole(size) ? chosen : 'record')
  },
)

it('shows entries of up to 64 KiB whole unless a choice was made, larger ones by record, and none above 1 MiB whole', () => {
  expect([0, 65_536, 65_537, 1_048_576].map(size => scopeOf(size, undefined))).toEqual([
    'file',
    'file',
    'record',
    'record',
  ])
  expect(scopeOf(1_048_576, 'file')).toBe('file')
  expect(scopeOf(1_048_577, 'file')).toBe('record')
})
