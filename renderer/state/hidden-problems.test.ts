import { expect, it } from 'vitest'
import type { Problem } from '@areal-studio/core/format'
import { useHiddenProblems } from './hidden-problems.store'
import { openWindow } from './window.fixture'

const problem = (code: string, path: string): Problem => ({
  code,
  severity: 'warning',
  file: 'a.map',
  entry: 'a.map!#0',
  path,
  params: {},
})
const [first, second, other] = [
  problem('a.odd', 'areals/1'),
  problem('a.odd', 'areals/2'),
  problem('b.odd', 'areals/1'),
]

it('a hidden problem is hidden alone, a hidden kind with all of its code; both are shown again, and counted meanwhile', async () => {
  const { workspace } = await openWindow()
  workspace.problems = [first, second, other]
  const hidden = useHiddenProblems()
  const seen = (): readonly boolean[] => [first, second, other].map(hidden.isHidden)

  hidden.toggle(first)
  expect([seen(), hidden.count]).toEqual([[true, false, false], 1])
  hidden.toggle(first)
  expect([seen(), hidden.count]).toEqual([[false, false, false], 0])

  hidden.toggleKind('a.odd')
  expect([seen(), hidden.count, hidden.isKindHidden('a.odd')]).toEqual([[true, true, false], 2, true])
  expect(workspace.problems).toHaveLength(3)
  hidden.toggle(second) // shows the kind that it is hidden with
  expect([seen(), hidden.isKindHidden('a.odd')]).toEqual([[false, false, false], false])
})
