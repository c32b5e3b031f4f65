import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isRunning, isSameStart, ownStart, posixStart, startTicks } from './process-start'

describe('a process by its number and start', () => {
  it('is running while it is there, and no more once it has ended', async () => {
    expect(await isRunning(process.pid, ownStart())).toBe(true)
    expect(await isRunning(process.pid, undefined)).toBe(true)
    const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'ignore' })
    await once(child, 'spawn')
    const pid = child.pid ?? 0
    expect(await isRunning(pid, undefined)).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await isRunning(pid, undefined)).toBe(false)
  })

  it('is another one where the start differs', async () => {
    const other = process.platform === 'linux' ? `${ownStart() ?? ''}1` : '1000000'
    expect(await isRunning(process.pid, other)).toBe(false)
  })

  it('is none where the number is none', async () => {
    for (const pid of [0, -1, 1.5, Number.NaN]) expect(await isRunning(pid, undefined)).toBe(false)
  })

  it.runIf(['/bin/ps', '/usr/bin/ps'].some(existsSync))('tells its start by ps as by its own clock', async () => {
    const own = Date.now() - process.uptime() * 1000
    expect(isSameStart((await posixStart(process.pid)) ?? '', String(own))).toBe(true)
    expect(await posixStart(2 ** 22 + 1)).toBeUndefined()
  })

  it('is read behind a name that holds brackets and blanks', () => {
    const fields = Array.from({ length: 30 }, (_, i) => String(i + 3))
    expect(startTicks(`7 (a) b (c)) ${fields.join(' ')}`)).toBe('22')
    expect(startTicks('7 (a')).toBeUndefined()
  })

  it('has one start within the tolerance of clocks, and exactly one where ticks are counted', () => {
    expect([
      isSameStart('1000', '4000'),
      isSameStart('1000', '9000'),
      isSameStart('b/1', 'b/1'),
      isSameStart('b/1', 'b/2'),
    ]).toEqual([true, false, true, false])
  })
})
