import { expect, it } from 'vitest'
import { MAP, openBench } from '../studio.fixture'

it.each([
  ['of what it writes', 'points set y = x', 'points where y = 40'],
  ['of what it finds', 'points where x = 40 set y = 41', 'points where y = 41'],
])('a query is run on what another process left: %s', async (_, statement, found) => {
  const { studio, again } = await openBench()
  const other = await again()
  const entry = `${MAP}!#0`
  await other.api.query('points set x = 40', { entry }, { dryRun: false })
  expect(await studio.api.query(statement, { entry }, { dryRun: false })).toMatchObject({ matching: 3, changing: 3 })
  expect(await studio.api.query(found, { entry }, { dryRun: true })).toMatchObject({ matching: 3 })
})
