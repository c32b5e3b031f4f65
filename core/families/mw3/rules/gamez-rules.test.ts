import { expect, it } from 'vitest'
import { shelfOf } from '../../../format/shelf.fixture'
import { assignAll, document } from '../../../layout'
import { apply } from '../../../edit'
import { GAMEZ } from '../gamez/gamez'
import { MW3_FORMATS } from '../mw3-formats'
import { sampleWorld } from '../sample/sample-world'

it('reports of a file of another version the version only', async () => {
  const world = sampleWorld([])
  const other = apply(world, assignAll(document(GAMEZ, world), [{ path: 'version', value: 41 }]).splices)
  const shelf = shelfOf(MW3_FORMATS, { 'gamez.zbd': other.subarray(0, 2000) })
  const problems = await shelf.check(shelf.open('gamez.zbd'))
  expect(problems.map(({ code, path }) => [code, path])).toEqual([['mw3.H2', 'version']])
})
