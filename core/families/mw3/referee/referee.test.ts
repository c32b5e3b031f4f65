import { describe, expect, it } from 'vitest'
import { shelfOf } from '../../../format/shelf.fixture'
import { MW3_FORMATS } from '../mw3-formats'
import { describeReference, fixture, installFiles, MUTANTS } from '../reference.fixture'
import { sampleInstall } from '../sample/sample'
import { faultsOf } from './referee.fixture'

const isWorld = (path: string): boolean => path.endsWith('gamez.zbd')

describe('the reader of the notes', () => {
  const worlds = sampleInstall().filter(({ path }) => isWorld(path))

  it('takes the worlds of the sample', () => {
    for (const { path, bytes } of worlds) expect(faultsOf(bytes), path).toEqual([])
  })

  it('refuses a world that misses its last byte, or has one more', () => {
    const [{ bytes = new Uint8Array(0) } = {}] = worlds
    expect(faultsOf(bytes.subarray(0, -1)).map(({ rule }) => rule)).toEqual(['H11'])
    const more = new Uint8Array(bytes.length + 1)
    more.set(bytes)
    expect(faultsOf(more)).toEqual([{ rule: 'H11', at: bytes.length, field: 'end' }])
  })
})

const EDITS = ['material', 'node', 'polygon', 'texture', 'vertex']
const EDITED = [
  ...EDITS.flatMap(edit => [`plain_${edit}`, `harsh_${edit}`]),
  ...['delete', 'rename', 'reparent'].map(edit => `plain_${edit}`),
]

describeReference('the reader of the notes and the reference files', () => {
  it.each([
    ...Object.keys(installFiles())
      .filter(isWorld)
      .map(path => `install/${path}`),
    'golden/plain.zbd',
    'golden/harsh.zbd',
    ...EDITED.map(name => `edits/${name}.zbd`),
  ])('it takes %s', path => {
    expect(faultsOf(fixture(path))).toEqual([])
  })

  const worlds = MUTANTS.filter(({ file }) => isWorld(file))
  it.each(worlds.map(mutant => [mutant.id, mutant] as const))('%s', async (_, { file, valid, expected, accept }) => {
    const bytes = fixture(`mutants/${file}`)
    const faults = faultsOf(bytes)
    if (valid || expected.severity === 'warning') {
      expect(faults).toEqual([])
      return
    }
    const rules = [expected.class, ...accept]
    expect(faults.filter(({ rule }) => rules.includes(`mw3.${rule}`)).length).toBeGreaterThan(0)
    const [first = { rule: '', at: 0, field: '' }] = faults
    // The studio reports the first of these rules there, too; where bytes are missing, from there on.
    const shelf = shelfOf(MW3_FORMATS, { 'gamez.zbd': bytes })
    const problems = (await shelf.check(shelf.open('gamez.zbd'))).filter(({ severity }) => severity === 'error')
    const isThere = problems.some(
      ({ code, range: [at = bytes.length, size = 0] = [] }) =>
        code === `mw3.${first.rule}` && (first.rule === 'H11' ? at >= first.at : isWithin(first.at, at, size)),
    )
    const found = problems.map(({ code, range, path }) => [code, range, path].join(' '))
    expect(isThere, `${first.rule} at ${first.at} ${first.field}; ${found.join('; ')}`).toBe(true)
  })
})

const isWithin = (place: number, at: number, size: number): boolean => place >= at && place < at + size
