import { beforeEach, describe, expect, it } from 'vitest'
import type { Job } from '@areal-studio/core/studio'
import { useLeaving } from './leaving.store'
import { useSession } from './session.store'
import { MAP, openWindow } from './window.fixture'

let window: Awaited<ReturnType<typeof openWindow>>
let release: () => void
beforeEach(async () => {
  window = await openWindow()
  await useSession().begin(Object.assign(window.port, { pathOf: () => '', onOpenPath: () => undefined }))
  await window.workspace.load(MAP)
  release = () => undefined
})

const hasQuit = (): boolean => window.port.calls.includes('quit')
const jobOf = (code: string): Job => ({
  id: 900,
  words: { code, params: {} },
  state: 'running',
  done: 0,
  total: 1,
  canPause: false,
})

function changeSlowly(): Promise<boolean> {
  window.port.held = new Promise<void>(resolve => {
    release = resolve
  })
  return window.workspace.assignAll(MAP, [{ path: 'areals/1/class_id', value: 77 }])
}

describe('leaving', () => {
  it('asks nothing where nothing is under way', async () => {
    const leaving = useLeaving()
    window.workspace.jobs = [jobOf('job.check')]
    await leaving.quit()
    expect([leaving.isAsked, hasQuit()]).toEqual([false, true])
  })

  it('asks while a change is on its way, and leaves by itself when it has come', async () => {
    const leaving = useLeaving()
    const changed = changeSlowly()
    await leaving.quit()
    expect(leaving.reasons.map(words => words.code)).toEqual(['ui.leave.unsent'])
    expect([leaving.isAsked, hasQuit()]).toEqual([true, false])
    leaving.isWaiting = true
    release()
    expect(await changed).toBe(true)
    await expect.poll(hasQuit).toBe(true)
  })

  it('stays where that is the answer', async () => {
    const leaving = useLeaving()
    const changed = changeSlowly()
    await leaving.quit()
    leaving.isWaiting = true
    leaving.isAsked = false
    release()
    await changed
    await Promise.resolve()
    expect([leaving.isWaiting, leaving.reasons, hasQuit()]).toEqual([false, [], false])
  })

  it.each([
    ['job.deploy', false],
    ['job.restore', false],
    ['job.extract', true],
  ])('with %s under way, may close at once: %s', async (code, canLeaveNow) => {
    const leaving = useLeaving()
    window.workspace.jobs = [jobOf(code)]
    await leaving.quit()
    expect([leaving.isAsked, leaving.canLeaveNow]).toEqual([true, canLeaveNow])
  })
})
