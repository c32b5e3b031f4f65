import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import type { Reply } from '@areal-studio/core/studio'
import { keepNow, rememberWith } from './remembered'
import { useSession } from './session.store'
import { TestPort } from './window.fixture'
import { useWorkspace } from './workspace.store'

interface Begun {
  readonly path?: string
  readonly recents?: readonly object[]
  readonly kept?: Record<string, unknown>
  readonly sample?: string
}

/** A window that starts beside a host with nothing open. */
async function begin({ path = '', recents = [], kept = {}, sample = '/game' }: Begun) {
  const sent: Record<string, unknown>[] = []
  rememberWith(kept, change => sent.push({ ...change }))
  setActivePinia(createPinia())
  const host: Record<string, unknown> = {
    hostInfo: { path, sample: null },
    sample,
    recents,
    settingsNotices: [],
    workspaceSettings: {},
  }
  const port = new (class extends TestPort {
    override real(method: string, args: readonly unknown[]): Promise<Reply> {
      return method in host ? Promise.resolve({ ok: true, value: host[method] }) : super.real(method, args)
    }
  })()
  useWorkspace().attach(port)
  let asked: (path: string) => void = () => undefined
  await useSession().begin(
    Object.assign(port, {
      pathOf: () => '',
      onOpenPath: (handler: typeof asked) => {
        asked = handler
      },
    }),
  )
  return { session: useSession(), workspace: useWorkspace(), sent, startAgain: (path: string) => asked(path) }
}

it('opens what the program is asked to open while it runs', async () => {
  const { session, workspace, startAgain } = await begin({ path: '/game' })
  session.close()
  startAgain('/game')
  await expect.poll(() => workspace.info?.install).toBe('/game')
})

it('opens what was opened last where nothing is named, whatever is pinned', async () => {
  const recent = (path: string, time: number, isPinned: boolean): object => ({
    path,
    title: path,
    time,
    isMissing: false,
    isPinned,
  })
  const { workspace } = await begin({
    recents: [recent('/pinned', 1, true), recent('/game', 3, false), recent('/older', 2, false)],
    kept: { welcomed: true },
    sample: '/no/sample',
  })
  expect(workspace.info?.install).toBe('/game')
})

describe('the very first start', () => {
  it('asks once, over the sample, and keeps that it did', async () => {
    const { session, workspace, sent } = await begin({})
    expect([session.isFirst, workspace.info?.install]).toEqual([true, '/game'])
    session.isFirst = false
    await Promise.resolve()
    keepNow()
    expect(sent).toEqual([{ welcomed: true }])
  })

  it.each<[string, Begun]>([
    ['was seen', { kept: { welcomed: true } }],
    ['chose a language before', { kept: { language: 'ru' } }],
    [
      'opened something before',
      { recents: [{ path: '/game', title: 'Old', time: 1, isMissing: false, isPinned: false }] },
    ],
    ['names what to open', { path: '/game' }],
  ])('is none of a person who %s', async (_, begun) => {
    const { session, workspace } = await begin(begun)
    expect([session.isFirst, workspace.info?.install]).toEqual([false, '/game'])
  })
})

it('says why a dropped file opens nothing, and asks for the folder of a program whose path is not known', async () => {
  const { session, workspace } = await begin({ path: '/game' })
  const file = (name: string): File => new File([], name)
  await session.openDropped([file('notes.txt')])
  expect(workspace.notices.at(-1)?.words.code).toBe('refusal.drop.no-game')
  expect([session.isBrowsing, workspace.isOpen]).toEqual([false, true])
  await session.openDropped([file('game')], true)
  expect(session.isBrowsing).toBe(true)
  session.answerFolder(null)
  await session.openDropped([file('iron_3d.exe')])
  expect(session.isBrowsing).toBe(true)
})
