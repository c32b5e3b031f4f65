import { describe, expect, it } from 'vitest'
import { memoryHost } from './memory-host.fixture'
import { METHODS, type MethodName, type Mode } from './methods'
import { createStudio } from './studio'
import { hash, openBench } from './studio.fixture'
import { Turns } from './turns'

const modeOf = (name: MethodName): Mode | undefined => {
  const { mode } = METHODS[name]
  return typeof mode === 'function' ? undefined : mode
}

describe('turns', () => {
  it('run one after another in the order of the calls, also behind one that fails', async () => {
    const turns = new Turns()
    const done: number[] = []
    const slow = async (n: number): Promise<void> => {
      await Promise.resolve()
      done.push(n)
      if (n === 1) throw new RangeError('1')
    }
    expect(turns.isIdle).toBe(true)
    const all = [1, 2, 3].map(n => turns.take(() => slow(n)))
    expect(turns.isIdle).toBe(false)
    const ends = await Promise.allSettled(all)
    expect(ends.map(end => end.status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(done).toEqual([1, 2, 3])
    expect(turns.isIdle).toBe(true)
  })
})

describe('methods of the studio', () => {
  it('are those of its interface, each by its name', async () => {
    const { studio } = await openBench()
    expect(Object.keys(studio.api)).toEqual(Object.keys(METHODS))
  })

  it('that write the install lock the workspace and are jobs', () => {
    for (const name of ['pack', 'deploy', 'restore'] as const)
      expect(modeOf(name), name).toEqual({ mode: 'job', doing: name })
    expect(modeOf('settle')).toEqual({ mode: 'exclusive', doing: 'settle' })
  })

  it('that change entries name them, so that the edit of a large file is a job', () => {
    const changing = (Object.keys(METHODS) as MethodName[]).filter(name => modeOf(name) === 'change')
    expect(changing).toEqual(['commit', 'revert', 'undo', 'redo', 'returnFile'])
    for (const name of changing) expect(METHODS[name].entries, name).toBeDefined()
  })

  it('are refused where nothing is open', async () => {
    const closed = createStudio({ host: memoryHost({ hash, folders: new Map() }), families: [] })
    await expect(closed.api.changes()).rejects.toMatchObject({ code: 'studio.nothing-open' })
    expect(await closed.api.info()).toBeNull()
  })
})
