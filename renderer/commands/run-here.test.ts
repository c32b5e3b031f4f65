import { expect, it } from 'vitest'
import { useSelection } from '../state/selection.store'
import { useOpenSubject } from '../state/subject.store'
import { MAP, openTwoMaps, SECOND } from '../state/window.fixture'
import { commandOf, runCommand } from './commands'

it('“Run what is open” starts the game in the subject that is open, where the game can', async () => {
  const { port } = await openTwoMaps()
  const [opened, selection] = [useOpenSubject(), useSelection()]
  const launched: unknown[] = []
  const real = port.real.bind(port)
  port.real = (method, args) => {
    if (method === 'guardLaunch' || method === 'launch') launched.push(args[0])
    return real(method, args)
  }
  expect(commandOf('build.run-here')?.isEnabled?.()).toBe(false)
  expect(runCommand('build.run-here')).toBe(false)
  for (const map of [MAP, SECOND]) {
    selection.select({ entry: map }, 'test')
    await expect.poll(() => opened.subject?.entries.includes(map.split('!')[0] ?? '')).toBe(true)
    expect(commandOf('build.run-here')?.isEnabled?.()).toBe(true)
    expect(runCommand('build.run-here')).toBe(true)
    await expect.poll(() => launched.at(-1)).toMatchObject({ map: opened.subject?.entries[0] })
  }
  selection.select({ entry: 'ArealMap.ini' }, 'test')
  await expect.poll(() => opened.subject).toBeNull()
  expect(runCommand('build.run-here')).toBe(false)
})
