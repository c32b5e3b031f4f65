import { expect, it } from 'vitest'
import { useFind } from './find.store'
import { useSelection } from './selection.store'
import { useOpenSubject } from './subject.store'
import { MAP, openTwoMaps, SECOND } from './window.fixture'

it('is the map of the selected entry, which a search can be limited to', async () => {
  await openTwoMaps()
  const [opened, selection, find] = [useOpenSubject(), useSelection(), useFind()]
  selection.select({ entry: MAP }, 'test')
  await expect.poll(() => opened.subject?.title).toBe('AutoMAP')
  Object.assign(find, { kind: 'name', text: 'Land.map', isWithin: true })
  await find.run()
  await expect.poll(() => find.state).toBe('done')
  expect(find.files.map(({ file }) => file)).toEqual([MAP.split('!')[0]])
  expect(find.asked).toEqual({ text: 'Land.map', kind: 'name', where: 'AutoMAP' })
  selection.select({ entry: SECOND }, 'test')
  await expect.poll(() => opened.subject?.title).toBe('Second')
  selection.select({ entry: 'ArealMap.ini' }, 'test')
  await expect.poll(() => opened.subject).toBeNull()
  await find.run()
  await expect.poll(() => find.state).toBe('done')
  expect([find.files.length, find.asked?.where]).toEqual([2, undefined])
})
