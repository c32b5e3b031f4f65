import { expect, it } from 'vitest'
import { ref } from 'vue'
import { openTwoMaps } from '../state/window.fixture'
import { useSubjectPages } from './use-subject-pages'

it('counts and reads the subjects of a kind that match, and reads a page once', async () => {
  const { port } = await openTwoMaps()
  const [kind, text] = [ref('map'), ref('')]
  const list = useSubjectPages(kind, text)
  await expect.poll(() => list.count.value).toBe(2)
  await expect.poll(() => list.at(1)?.title).toBe('Second')
  const calls = (): number => port.calls.filter(name => name === 'subjects').length
  const before = calls()
  list.see(0, 1)
  expect(calls()).toBe(before)
  text.value = 'second'
  await expect.poll(() => [list.count.value, list.at(0)?.title]).toEqual([1, 'Second'])
  text.value = 'none of this name'
  await expect.poll(() => [list.count.value, list.at(0)]).toEqual([0, undefined])
})
