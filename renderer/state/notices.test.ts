import { expect, it } from 'vitest'
import { notices, refuse } from './notices'

it('nothing is shown of work that the window itself has ended, and everything else is', () => {
  const before = notices.value.length
  refuse(new DOMException('The worker was closed.', 'AbortError'))
  expect(notices.value).toHaveLength(before)
  refuse(new Error('a defect'))
  expect(notices.value).toHaveLength(before + 1)
})
