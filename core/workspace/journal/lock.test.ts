import { describe, expect, it } from 'vitest'
import { MemoryFiles, StudioError } from '../../format'
import { LOCK, WorkspaceLock } from './lock'
import { memoryHost } from '../memory-host.fixture'
import { hash } from '../studio.fixture'
import { fromText } from '../text-bytes'

function lockOf(files: MemoryFiles, pid: number, living: readonly number[]): WorkspaceLock {
  let time = 0
  return new WorkspaceLock(files, { ...memoryHost({ hash, folders: new Map(), pid, living }), now: () => (time += 1000) })
}
const refused = { code: 'workspace.locked', params: { pid: 1, machine: 'memory' } }

describe('the lock of a workspace', () => {
  it('lets one process write at a time, the others after it', async () => {
    const files = new MemoryFiles()
    const order: string[] = []
    let isInside = 0
    const work = (name: string) => async (): Promise<void> => {
      expect(++isInside).toBe(1)
      for (let i = 0; i < 5; i++) await Promise.resolve()
      order.push(name)
      isInside--
    }
    await Promise.all([1, 2, 3].map(pid => lockOf(files, pid, [1, 2, 3]).hold('edit', work(String(pid)))))
    expect(order.sort()).toEqual(['1', '2', '3'])
    expect(files.snapshot()).toEqual({})
  })

  it('is refused, with the name of its owner, where one that lives keeps it', async () => {
    const files = new MemoryFiles()
    await lockOf(files, 1, [2]).hold('deploy', async () => {
      await expect(lockOf(files, 2, [1]).hold('edit', () => Promise.resolve())).rejects.toMatchObject(refused)
      expect(await lockOf(files, 2, [1]).holdIfFree('open', () => Promise.resolve())).toBe(false)
    })
    expect(await lockOf(files, 2, [1]).holdIfFree('open', () => Promise.resolve())).toBe(true)
  })

  it('of a process that died is taken over by one of those that wait', async () => {
    for (const left of [{}, { 'lock-takeover.json': fromText('{"machine":"memory","pid":8}') }]) {
      const files = new MemoryFiles({ [LOCK]: fromText('{"machine":"memory","pid":9,"doing":"pack","time":0}'), ...left })
      let count = 0
      await Promise.all([1, 2, 3].map(pid => lockOf(files, pid, [1, 2, 3]).hold('edit', async () => { count++; await Promise.resolve() })))
      expect(count).toBe(3)
      expect(files.snapshot()).toEqual({})
    }
  })

  it('of another computer is left alone: whether its owner lives cannot be asked', async () => {
    const files = new MemoryFiles({ [LOCK]: fromText('{"machine":"other","pid":9,"doing":"pack","time":0}') })
    await expect(lockOf(files, 1, []).hold('edit', () => Promise.resolve())).rejects.toMatchObject({ code: 'workspace.locked', params: { pid: 9, machine: 'other' } })
    expect(Object.keys(files.snapshot())).toEqual([LOCK])
  })

  it('of a process that lives is left alone, where it came in place of the one of a dead process', async () => {
    const living = fromText('{"machine":"memory","pid":2,"doing":"pack","time":0}')
    const files: MemoryFiles = new MemoryFiles({ [LOCK]: fromText('{"machine":"memory","pid":9,"doing":"pack","time":0}') }, {
      before: (operation, path) => { if (operation === 'claim' && path === 'lock-takeover.json') files.put(LOCK, living) },
    })
    expect(await lockOf(files, 1, [2]).holdIfFree('open', () => Promise.resolve())).toBe(false)
    expect(files.snapshot()).toEqual({ [LOCK]: living })
  })

  it('that says nothing is left by a process that died while it made it', async () => {
    const files = new MemoryFiles({ [LOCK]: new Uint8Array(0) })
    expect(await lockOf(files, 2, [1]).hold('edit', () => Promise.resolve('done'))).toBe('done')
  })

  it('is given back when the work fails, and held once by work within work', async () => {
    const files = new MemoryFiles()
    const lock = lockOf(files, 1, [])
    await expect(lock.hold('deploy', () => lock.hold('edit', () => Promise.reject(new StudioError('file.disk-full'))))).rejects.toMatchObject({ code: 'file.disk-full' })
    expect(files.snapshot()).toEqual({})
    expect(lock.isHeld).toBe(false)
  })
})
