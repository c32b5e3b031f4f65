import { describe, expect, it } from 'vitest'
import { array, badgeNames, count, document, i32, lengthPrefixedText, nulText, sized, struct, u8, type Meta } from '.'

const badge: Meta['badge'] = { of: 'clans', by: 'name' }
const LAYOUT = struct('badged', {
  clan_count: count('clans', { as: 'u8' }),
  clans: array(struct('clan', { name: lengthPrefixedText(u8()) }), 'clan_count'),
})
const bytesOf = (...names: readonly string[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([names.length, ...names.flatMap(name => [name.length, ...new TextEncoder().encode(name)])])

describe('badges of a field', () => {
  it('are of the records that it names, by number', () => {
    expect(badgeNames(document(LAYOUT, bytesOf('Nature', 'Player')), { badge })).toEqual({ 0: 'Nature', 1: 'Player' })
  })
  it('lack a record that is cut off', () => {
    const cut = bytesOf('Nature', 'Player').subarray(0, -3)
    expect(badgeNames(document(LAYOUT, cut), { badge })).toEqual({ 0: 'Nature' })
  })
  it('lack a record whose name is damaged', () => {
    const clans = array(struct('clan', { name: sized(u8(), nulText()) }), 'clan_count')
    const layout = struct('badged', { clan_count: count('clans', { as: 'u8' }), clans })
    // The second name ends a byte before its size does.
    const bytes = Uint8Array.of(2, 3, 65, 66, 0, 4, 67, 68, 0, 69)
    expect(badgeNames(document(layout, bytes), { badge })).toEqual({ 0: 'AB' })
  })
  it('are none where the records are not there, and where the field declares none', () => {
    expect(badgeNames(document(struct('none', { value: i32() }), new Uint8Array(4)), { badge })).toEqual({})
    expect(badgeNames(document(LAYOUT, bytesOf('Nature')), {})).toBeUndefined()
  })
})
