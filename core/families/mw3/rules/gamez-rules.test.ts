import { describe, expect, it } from 'vitest'
import { faultsOf } from '../referee/referee.fixture'
import { sampleWorld } from '../sample/sample-world'
import { BROKEN_FIELDS } from './broken-fields.fixture'
import { placesOf, problemsOf, withBytes } from './broken.fixture'

const WORLD = sampleWorld([[40, 0, 40]])
/** Rules that only the game's own files keep. */
const UNUSUAL = /^mw3\.(?:H12|T6|M11|D14|N16\.mid|N17)/

it('finds nothing in the world of the sample', async () => {
  expect(await problemsOf(WORLD)).toEqual([])
})

it('reports of a file of another version the version only', async () => {
  const problems = await problemsOf(withBytes(WORLD, { version: 41 }).subarray(0, 2000))
  expect(placesOf(problems)).toEqual(['mw3.H2 version'])
})

const ROWS = BROKEN_FIELDS.map(([code, fields, at]) => ({ code, fields, at: at ?? Object.keys(fields) }))

describe('a field of a GameZ file that its rule refuses', () => {
  it.each(ROWS)('$code at $at.0', async ({ code, fields, at }) => {
    const problems = (await problemsOf(withBytes(WORLD, fields))).filter(problem => problem.code === code)
    // A number of a vector is reported at the vector.
    const found = problems.map(({ path = '' }) => path)
    const missing = at.filter(path => !found.some(node => path === node || path.startsWith(`${node}/`)))
    expect(missing, found.join(' ')).toEqual([])
    expect(new Set(problems.map(({ severity }) => severity))).toEqual(
      new Set([UNUSUAL.test(code) ? 'warning' : 'error']),
    )
    expect(problems.filter(({ range }) => !range)).toEqual([])
  })

  it.each(ROWS.filter(({ code }) => !UNUSUAL.test(code)))(
    '$code at $at.0 is refused by the reader of the notes',
    ({ fields }) => {
      expect(faultsOf(withBytes(WORLD, fields))).not.toEqual([])
    },
  )
})
