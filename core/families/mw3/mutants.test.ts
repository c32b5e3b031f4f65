import { expect, it } from 'vitest'
import { shelfOf } from '../../format/shelf.fixture'
import { MW3_FORMATS } from './mw3-formats'
import { describeReference, fixture, MUTANTS } from './reference.fixture'

/** A code without the part behind its rule that says which field is wrong: `mw3.P3.trailing` is rule P3. */
const ruleOf = (code: string): readonly string[] => [code, code.replace(/^(mw3\.\w+)\..*$/, '$1')]

describeReference('broken and odd files', () => {
  it.each(MUTANTS.map(mutant => [mutant.id, mutant] as const))('%s', async (_, { file, valid, expected, accept }) => {
    const name = file.slice(file.lastIndexOf('/') + 1)
    const shelf = shelfOf(MW3_FORMATS, { [name]: fixture(`mutants/${file}`) })
    const problems = await shelf.check(shelf.open(name))
    const errors = problems.filter(({ severity }) => severity === 'error')
    if (valid) {
      expect(errors).toEqual([])
      return
    }
    const severity = expected.severity === 'fatal' ? 'error' : expected.severity
    const found = problems.filter(problem => problem.severity === severity).flatMap(({ code }) => ruleOf(code))
    expect(
      [expected.class, ...accept].filter(code => code !== null && found.includes(code)),
      found.join(' '),
    ).not.toEqual([])
  })
})
