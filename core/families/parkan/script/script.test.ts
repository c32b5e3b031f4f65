import { describe, expect, it } from 'vitest'
import { brokenLaws, document, read, type Bytes, type Value } from '../../../layout'
import { changed, problemsOf, referenceShelf } from '../entries.fixture'
import { writeArchive } from '../nres/nres-pack'
import { shelf } from '../opened.fixture'
import { describeReference, truth } from '../reference.fixture'
import { sampleProfile, sampleScript } from '../sample/behaviour'
import { PROFILE } from './profile'
import { SCRIPT } from './script'

const GOOD = sampleScript()
const codes = (bytes: Bytes): Promise<readonly string[]> => problemsOf(shelf({ 'a.scr': bytes }).open('a.scr'))
const withField = (path: string, value: Value): Promise<readonly string[]> => codes(changed(SCRIPT, GOOD, path, value))

describe('script', () => {
  it('keeps the laws', async () => {
    expect([document(SCRIPT, GOOD).isWhole, brokenLaws(SCRIPT, GOOD)]).toEqual([true, []])
    expect(await codes(GOOD)).toEqual([])
    expect(await codes(GOOD.slice(0, 8).fill(0, 4))).toEqual([])
  })
  it('has problems where it is of another game, or jumps to what is not there', async () => {
    expect(await withField('functions', 59)).toEqual(['script.functions functions'])
    expect(await withField('handlers/1/index', 0)).toEqual(['script.index handlers/1/index'])
    expect(await withField('handlers/1/nodes/1/operands/0', 2)).toEqual(['script.goto handlers/1/nodes/1/operands'])
    expect(await withField('handlers/1/nodes/1/kind', 4)).toEqual([])
    const call = changed(SCRIPT, GOOD, 'handlers/1/nodes/1/kind', 4)
    expect(await codes(changed(SCRIPT, call, 'handlers/1/nodes/1/operands/0', 2))).toEqual([
      'script.switch handlers/1/nodes/1/operands',
    ])
  })
  it('has problems with kinds, variables and formulas that are not there', async () => {
    expect(await withField('handlers/1/nodes/0/kind', 7)).toEqual(['script.kind handlers/1/nodes/0/kind'])
    const text = (words: string): Bytes => Uint8Array.from(Buffer.from(words))
    const files = {
      'a.fml': text('FUNCTION( , 1,  )\r\n'),
      'VARSET.VAR': text('// VAR(\r\nVAR( float, a, 0 )\r\nVAR( float, b, 0 );'),
    }
    const beside = (bytes: Bytes) => problemsOf(shelf({ ...files, 'a.scr': bytes }).open('a.scr'))
    const [first, second] = ['handlers/0/nodes/0/operands/0', 'handlers/0/nodes/0/operands/2']
    expect(await beside(GOOD)).toEqual([`script.variable ${second}`])
    const good = changed(SCRIPT, GOOD, second, 1)
    expect(await beside(good)).toEqual([])
    expect(await beside(changed(SCRIPT, good, first, -2))).toEqual([`script.variable ${first}`])
    expect(await beside(changed(SCRIPT, good, 'handlers/0/nodes/0/dest', 2))).toEqual([
      'script.variable handlers/0/nodes/0/dest',
    ])
    expect(await beside(changed(SCRIPT, good, 'handlers/0/nodes/0/formula', 0))).toEqual([])
    expect(await beside(changed(SCRIPT, good, 'handlers/0/nodes/0/formula', 1))).toEqual([
      'script.formula handlers/0/nodes/0/formula',
    ])
  })
  it('has problems where bytes are missing or left over', async () => {
    expect(await codes(GOOD.subarray(0, GOOD.length - 1))).toContainEqual(expect.stringMatching(/^script\.cut/))
    expect(await codes(Uint8Array.of(...GOOD, 0))).toEqual(['script.trailing'])
  })
})

describe('behaviour profile', () => {
  const profile = sampleProfile()
  const check = async (payload: Bytes): Promise<readonly string[]> => {
    const attributes = { name: 'a.var', type_id: 0, attr1: 0, attr2: 0, attr3: 0 }
    const all = shelf({ 'behpsp.res': writeArchive([{ attributes, payload }]) })
    const [row] = all.rows(all.open('behpsp.res'))
    return row ? problemsOf(row) : ['no row']
  }
  it('has values of the type of their variable', async () => {
    expect([document(PROFILE, profile).isWhole, brokenLaws(PROFILE, profile)]).toEqual([true, []])
    expect(read(PROFILE, profile)).toMatchObject({
      variables: [
        { value: 0.5, maximum: 1 },
        { type: 2, value: 1 },
      ],
    })
    expect(await check(profile)).toEqual([])
  })
  it('has problems where bytes are missing or left over', async () => {
    expect(await check(profile.subarray(0, 40))).toContainEqual(expect.stringMatching(/^profile\.cut/))
    expect(await check(Uint8Array.of(...profile, 0))).toEqual(['profile.trailing'])
  })
})

interface ScriptTruth {
  readonly functions: number
  readonly handlers: readonly string[]
  readonly nodes: number
}
const { texts = {} } = truth as { texts?: Readonly<Record<string, ScriptTruth>> }

describeReference('scripts of the reference files', () => {
  it.each(Object.entries(texts).filter(([name]) => name.endsWith('.scr')))(
    '%s is as its manifest says',
    (name, right) => {
      const { functions, handlers } = read(SCRIPT, referenceShelf().open(name).bytes)
      const nodes = handlers.reduce((sum, handler) => sum + handler.nodes.length, 0)
      expect({ functions, handlers: handlers.map(handler => handler.name), nodes }).toEqual(right)
    },
  )
})
