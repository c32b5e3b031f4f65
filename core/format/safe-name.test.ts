import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { SafePaths, safeName } from './safe-name'

const nasty = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '',
    ' ',
    'C:',
    'c:\\x',
    '/etc/passwd',
    '..\\..\\a',
    'CON',
    'con.txt',
    'LPT1',
    'com¹',
    'nul ',
    'a.',
    'a. .',
    '.hidden',
    'a\u202egnp.exe',
    'a\0b',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

describe('a name from game data', () => {
  property.prop([nasty], { seed: 3, numRuns: 1000 })('is one part of a path that every system can hold', name => {
    const safe = safeName(name)
    expect(safe).not.toBe('')
    expect(safe).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cs}]/u)
    expect(safe).not.toMatch(/^\.|[. ]$|^ /)
    expect(safe).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i)
    expect(safe.length).toBeLessThanOrEqual(122)
    expect(safeName(safe)).toBe(safe)
  })

  it.each([
    ['Land.map', 'Land.map'],
    ['Рельеф 1.wea', 'Рельеф 1.wea'],
    ['..', '__'],
    ['NUL.txt', '_NUL.txt'],
    ['a/b', 'a_b'],
    ['x. ', 'x_'],
    ['', '_'],
  ])('%j becomes %j', (name, safe) => {
    expect(safeName(name)).toBe(safe)
  })
})

describe('paths handed out', () => {
  property.prop(
    [
      fc.array(fc.array(fc.constantFrom('a', 'A', 'b.x', 'B.X', '..', 'con', ''), { minLength: 1, maxLength: 3 }), {
        maxLength: 30,
      }),
    ],
    { seed: 8, numRuns: 300 },
  )('never meet, in any case, and no file is called like a folder', async lists => {
    const paths = new SafePaths()
    const given: string[] = []
    for (const names of lists) given.push((await paths.next(names)).toLowerCase())
    expect(new Set(given).size).toBe(given.length)
    for (const path of given)
      expect(
        given.some(other => other.startsWith(`${path}/`)),
        path,
      ).toBe(false)
  })

  it('pass over what is there', async () => {
    const paths = new SafePaths()
    expect(await paths.next(['d', 'Land.map'], path => Promise.resolve(path === 'd/Land.map'))).toBe('d/Land (2).map')
    expect(await paths.next(['d', 'LAND.map'], () => Promise.resolve(false))).toBe('d/LAND.map')
  })
})
