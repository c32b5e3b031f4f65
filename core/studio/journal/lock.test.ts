import { describe, expect, it } from 'vitest'
import { MemoryFiles, StudioError } from '../../format'
import type { Bytes } from '../../layout'
import { guardedFiles } from './guarded-files'
import { LOCK, WorkspaceLock } from './lock'
import type { Host, ProcessName } from '../api/host'
import { memoryHost } from '../memory-host.fixture'
import { hash } from '../studio.fixture'
import { fromText, toText } from '../../format/text-bytes'

function lockOf(files: MemoryFiles, pid: number, living: readonly number[], more: Partial<Host> = {}): WorkspaceLock {
  let time = 0
  return new WorkspaceLock(files, {
    ...memoryHost({ hash, folders: new Map(), pid, living }),
    now: () => (time += 1000),
    ...more,
  })
}
const ownedBy = (owner: ProcessName): Bytes => fromText(JSON.stringify({ ...owner, doing: 'pack', time: 0 }))
/** In milliseconds. */
const A_YEAR = 365 * 24 * 60 * 60_000
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
      const files = new MemoryFiles({
        [LOCK]: fromText('{"machine":"memory","pid":9,"doing":"pack","time":0}'),
        ...left,
      })
      let count = 0
      await Promise.all(
        [1, 2, 3].map(pid =>
          lockOf(files, pid, [1, 2, 3]).hold('edit', async () => {
            count++
            await Promise.resolve()
          }),
        ),
      )
      expect(count).toBe(3)
      expect(files.snapshot()).toEqual({})
    }
  })

  it('of another computer is left alone: whether its owner lives cannot be asked', async () => {
    const files = new MemoryFiles({ [LOCK]: fromText('{"machine":"other","pid":9,"doing":"pack","time":0}') })
    await expect(lockOf(files, 1, []).hold('edit', () => Promise.resolve())).rejects.toMatchObject({
      code: 'workspace.locked',
      params: { pid: 9, machine: 'other' },
    })
    expect(Object.keys(files.snapshot())).toEqual([LOCK])
  })

  it('of a process that lives is left alone, where it came in place of the one of a dead process', async () => {
    const living = fromText('{"machine":"memory","pid":2,"doing":"pack","time":0}')
    const files: MemoryFiles = new MemoryFiles(
      { [LOCK]: fromText('{"machine":"memory","pid":9,"doing":"pack","time":0}') },
      {
        before: (operation, path) => {
          if (operation === 'claim' && path === 'lock-takeover.json') files.put(LOCK, living)
        },
      },
    )
    expect(await lockOf(files, 1, [2]).holdIfFree('open', () => Promise.resolve())).toBe(false)
    expect(files.snapshot()).toEqual({ [LOCK]: living })
  })

  it('that says nothing is left by a process that died while it made it', async () => {
    const files = new MemoryFiles({ [LOCK]: new Uint8Array(0) })
    expect(await lockOf(files, 2, [1]).hold('edit', () => Promise.resolve('done'))).toBe('done')
  })

  it('of a process that lives is never taken over, however long it has been held', async () => {
    for (const owner of [
      { machine: 'memory', pid: 1 },
      { machine: 'memory', pid: 1, started: 'then' },
    ]) {
      const files = new MemoryFiles({ [LOCK]: ownedBy(owner) })
      await expect(
        lockOf(files, 2, [1], { now: () => A_YEAR }).hold('edit', () => Promise.resolve()),
      ).rejects.toMatchObject(refused)
      expect(files.snapshot()).toEqual({ [LOCK]: ownedBy(owner) })
    }
  })

  it('of an earlier process that had the number of one that lives is taken over', async () => {
    const files = new MemoryFiles({ [LOCK]: ownedBy({ machine: 'memory', pid: 1, started: 'before' }) })
    const isAlive = ({ pid, started }: ProcessName): Promise<boolean> => Promise.resolve(pid === 1 && started === 'now')
    expect(await lockOf(files, 2, [], { isAlive }).hold('edit', () => Promise.resolve('done'))).toBe('done')
  })

  it('of another computer is taken over once nobody has renewed it for long and nobody renews it now', async () => {
    const other = ownedBy({ machine: 'other', pid: 9 })
    const files = new MemoryFiles({ [LOCK]: other })
    expect(await lockOf(files, 1, [], { now: () => A_YEAR }).hold('edit', () => Promise.resolve('done'))).toBe('done')
    const renewed: MemoryFiles = new MemoryFiles(
      { [LOCK]: other },
      {
        before: (operation, path) => {
          if (operation === 'read' && path === LOCK)
            renewed.put(LOCK, fromText(`${toText(other)}${' '.repeat(++renewals)}`))
        },
      },
    )
    let renewals = 0
    await expect(
      lockOf(renewed, 1, [], { now: () => A_YEAR }).hold('edit', () => Promise.resolve()),
    ).rejects.toMatchObject({ code: 'workspace.locked' })
  })

  it('is removed by its owner only: one that took its place stays', async () => {
    const files = new MemoryFiles()
    const other = ownedBy({ machine: 'memory', pid: 2 })
    await lockOf(files, 1, [2]).hold('deploy', async () => files.put(LOCK, other))
    expect(files.snapshot()).toEqual({ [LOCK]: other })
  })

  it('is renewed while it is held, and never over the lock of another', async () => {
    const files = new MemoryFiles()
    let renew: () => void = () => undefined
    let count = 0
    const lock = lockOf(files, 1, [2], {
      repeat: (_, work) => {
        renew = work
        count++
        return () => {
          count--
        }
      },
    })
    await lock.hold('deploy', async () => {
      const { modified } = (await files.stat(LOCK)) ?? { modified: 0 }
      renew()
      await lock.guardOwned()
      expect((await files.stat(LOCK))?.modified).toBeGreaterThan(modified)
      await lockOf(files, 2, [1]).holdIfFree('edit', () => Promise.reject(new Error('stolen')))
      files.put(LOCK, ownedBy({ machine: 'other', pid: 2 }))
      renew()
    })
    expect(files.snapshot()).toEqual({ [LOCK]: ownedBy({ machine: 'other', pid: 2 }) })
    expect(count).toBe(0)
  })

  it('that was lost meanwhile refuses every further write of its owner, for good', async () => {
    const files = new MemoryFiles()
    const lock = lockOf(files, 1, [2])
    const game = new MemoryFiles()
    const writable = guardedFiles(game, () => lock.guardOwned())
    const lost = { code: 'workspace.lock-lost' }
    await expect(writable.write('a', fromText('1'))).rejects.toMatchObject(lost)
    await lock.hold('deploy', async () => {
      const mine = files.snapshot()[LOCK] ?? new Uint8Array(0)
      await writable.write('a', fromText('1'))
      for (const now of [ownedBy({ machine: 'other', pid: 2 }), mine]) {
        files.put(LOCK, now)
        await expect(writable.write('a', fromText('2'))).rejects.toMatchObject(lost)
        await expect(writable.append('a', fromText('2'))).rejects.toMatchObject(lost)
        await expect(writable.truncate('a', 0)).rejects.toMatchObject(lost)
        await expect(writable.claim('b', fromText('2'))).rejects.toMatchObject(lost)
        await expect(writable.remove('a')).rejects.toMatchObject(lost)
        await expect(writable.sweep()).rejects.toMatchObject(lost)
      }
    })
    expect(game.snapshot()).toEqual({ a: fromText('1') })
    expect(await lock.hold('edit', async () => writable.write('a', fromText('3')))).toMatchObject({ path: 'a' })
  })

  it('is waited for by a clock that nobody sets', async () => {
    const files = new MemoryFiles({ [LOCK]: ownedBy({ machine: 'memory', pid: 1 }) })
    let rests = 0
    const rest = (): Promise<void> => {
      if (++rests === 3) files.delete(LOCK)
      return Promise.resolve()
    }
    let day = 0
    expect(
      await lockOf(files, 2, [1], { now: () => A_YEAR * ++day, elapsed: () => rests, rest }).hold('edit', () =>
        Promise.resolve('done'),
      ),
    ).toBe('done')
  })

  it('is held by one work after the other within one process too', async () => {
    const lock = lockOf(new MemoryFiles(), 1, [])
    let isInside = 0
    await Promise.all(
      ['edit', 'pack', 'edit'].map(doing =>
        lock.hold(doing, async () => {
          const before = lock.isHeld
          expect([++isInside, before]).toEqual([1, true])
          for (let i = 0; i < 5; i++) await Promise.resolve()
          isInside--
        }),
      ),
    )
  })

  it('is given back later where it could not be removed at once', async () => {
    let isStuck = true
    let later: () => void = () => undefined
    const files: MemoryFiles = new MemoryFiles(
      {},
      {
        before: operation => {
          if (operation === 'remove' && isStuck) throw new StudioError('file.locked', { path: LOCK })
        },
      },
    )
    const lock = lockOf(files, 1, [], {
      repeat: (_, work) => {
        later = work
        return () => undefined
      },
    })
    await lock.hold('edit', () => Promise.resolve())
    expect(Object.keys(files.snapshot())).toEqual([LOCK])
    isStuck = false
    later()
    await expect.poll(() => files.snapshot()).toEqual({})
  })

  it('is given back when the work fails, and held once by work within work', async () => {
    const files = new MemoryFiles()
    const lock = lockOf(files, 1, [])
    await expect(
      lock.hold('deploy', () => lock.hold('edit', () => Promise.reject(new StudioError('file.disk-full')))),
    ).rejects.toMatchObject({ code: 'file.disk-full' })
    expect(files.snapshot()).toEqual({})
    expect(lock.isHeld).toBe(false)
  })
})
