import { describe, expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import { createStudio } from '../studio'
import { memoryHost } from '../memory-host.fixture'
import { files, hash } from '../studio.fixture'
import { TINY_FAMILY, tinyKnown } from '../tiny-family.fixture'

const STRANGER = '/projects/of-a-stranger'
const code = (wanted: string): Error => expect.objectContaining({ code: wanted }) as Error

/** An install that may have no program of its own, and a program folder beside it. */
async function bench({ hasOwn = false, workspace }: { readonly hasOwn?: boolean; readonly workspace?: string } = {}) {
  const { 'TINY.EXE': program = new Uint8Array(0), ...others } = files()
  const folders = new Map([
    ['/game', new MemoryFiles(hasOwn ? { ...others, 'TINY.EXE': program } : others, { root: '/game' })],
    ['/program', new MemoryFiles({ 'Tiny.exe': program }, { root: '/program' })],
  ])
  const family = {
    ...TINY_FAMILY,
    launch: { executables: ['tiny.exe'], root: 'program', logs: [] },
    roots: [{ id: 'program', title: 'Program', detect: () => 1 }],
  }
  const ran: (readonly string[])[] = []
  const start = async () => {
    const host = memoryHost({
      hash,
      folders,
      run: ({ command, arguments: words, folder }) => {
        ran.push([folder, command, ...words])
        return 0
      },
    })
    const { api } = createStudio({ host, families: [tinyKnown(family)] })
    await api.open('/game', workspace === undefined ? {} : { workspace })
    return api
  }
  return { ran, api: await start() }
}

describe('a game whose program is in a root', () => {
  it('is started there once the root is chosen', async () => {
    const { api, ran } = await bench()
    await expect(api.launch()).rejects.toThrow(code('launch.no-executable'))
    await api.chooseRoot('program', '/program')
    expect(await api.profile()).toMatchObject({
      executable: '/program/Tiny.exe',
      folder: '/program',
      wrapper: ['wine'],
    })
    await api.launch()
    expect(ran).toEqual([['/program', 'wine', '/program/Tiny.exe']])
  })

  it('is started in the install where that has one', async () => {
    const { api, ran } = await bench({ hasOwn: true })
    await api.chooseRoot('program', '/program')
    await api.launch()
    expect(ran).toEqual([['/game', 'wine', '/game/TINY.EXE']])
  })

  it('is not started by a workspace of somebody else before that is allowed', async () => {
    const { api, ran } = await bench({ workspace: STRANGER })
    await api.chooseRoot('program', '/program')
    const error: unknown = await api.launch().catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'launch.untrusted',
      params: { commands: 'cd /program\nwine /program/Tiny.exe' },
    })
    await api.setProfile({ ...(await api.profile()), arguments: ['-x'] })
    await expect(api.launch()).rejects.toThrow(code('launch.untrusted'))
    expect(ran).toEqual([])
  })
})
