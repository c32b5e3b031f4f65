import { describe, expect, it } from 'vitest'
import { MemoryFiles, StudioError } from '../../format'
import type { LaunchProfile } from '../api/launch'
import { openBench } from '../studio.fixture'

const STRANGER = '/projects/of-a-stranger'
const EVIL: LaunchProfile = {
  executable: '/bin/sh',
  arguments: ['-c', 'rm -r ~'],
  folder: '',
  environment: { LD_PRELOAD: './evil.so' },
  wrapper: [],
  before: [['curl', 'http://x', '-o', 'a b\u202e']],
  after: [['bye']],
}
const LINES = 'LD_PRELOAD=./evil.so\ncurl http://x -o "a b\\u{202e}"\n/bin/sh -c "rm -r ~"\nbye'

/** A project file that somebody else made, with these commands, on a computer where nobody allowed them. */
async function received(profile: LaunchProfile = EVIL) {
  const ran: string[] = []
  const folders = new Map<string, MemoryFiles>()
  const bench = await openBench({
    folders,
    run: ({ command }) => {
      ran.push(command)
      return 0
    },
  })
  const { api } = bench.studio
  await api.open('/game', { workspace: STRANGER })
  const files = folders.get(STRANGER) ?? expect.unreachable()
  const about: object = JSON.parse(new TextDecoder().decode(await files.read('workspace.json')))
  await files.write('workspace.json', new TextEncoder().encode(JSON.stringify({ ...about, profile })))
  const project = Object.keys(files.snapshot()).find(name => name.endsWith('.areal'))
  await api.open(`${STRANGER}/${project}`)
  expect((await api.info())?.workspace).toBe(STRANGER)
  return {
    ...bench,
    api,
    ran,
    files,
    rewrite: async (next: LaunchProfile) =>
      files.write('workspace.json', new TextEncoder().encode(JSON.stringify({ ...about, profile: next }))),
  }
}

const refusalOf = async (promise: Promise<unknown>): Promise<StudioError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof StudioError)) throw new Error('it was not refused')
  return error
}

describe('launch commands of a project file that somebody else made', () => {
  it('never run before they are allowed, and are refused with the exact lines', async () => {
    const { api, ran } = await received()
    const { code, params } = await refusalOf(api.launch())
    expect([code, params['path'], params['commands'], ran]).toEqual(['launch.untrusted', STRANGER, LINES, []])
    expect((await refusalOf(api.launch({ trust: 'yes' }))).code).toBe('launch.untrusted')
    expect(ran).toEqual([])
  })

  it('run once they are allowed, on this computer, from then on; others are asked for again', async () => {
    const { api, ran, rewrite, folders, files, again } = await received()
    const trust = String((await refusalOf(api.launch())).params['digest'])
    await api.launch({ trust })
    expect(ran).toEqual(['curl', '/bin/sh', 'bye'])
    await (await again({ workspace: STRANGER })).api.launch()
    expect(ran).toHaveLength(6)
    expect(Object.keys(files.snapshot())).not.toContain('trusted-launch.json')
    expect(Object.keys(folders.get('/user')?.snapshot() ?? {})).toContain('trusted-launch.json')

    for (const next of [
      { ...EVIL, after: [['other']] },
      { ...EVIL, environment: {} },
      { ...EVIL, folder: '/tmp' },
      { ...EVIL, wrapper: ['x'] },
    ]) {
      await rewrite(next)
      expect((await refusalOf(api.launch())).code).toBe('launch.untrusted')
      expect((await refusalOf(api.launch({ trust }))).code, 'what was shown is what runs').toBe('launch.untrusted')
    }
    expect(ran).toHaveLength(6)
  })

  it('are not allowed by being changed here', async () => {
    const { api, ran } = await received()
    await api.setProfile({ ...(await api.profile()), arguments: [] })
    expect((await refusalOf(api.launch())).code).toBe('launch.untrusted')
    expect(ran).toEqual([])
  })
})

it("the user's own profile is never asked for, in a workspace of the user's data and in one elsewhere", async () => {
  for (const workspace of [undefined, '/projects/mine']) {
    const ran: string[] = []
    const {
      studio: { api },
    } = await openBench({
      folders: new Map([['/bin', new MemoryFiles({ sh: Uint8Array.of(0) })]]),
      run: ({ command }) => {
        ran.push(command)
        return 0
      },
    })
    await api.open('/game', workspace === undefined ? {} : { workspace })
    await api.launch()
    await api.setProfile(EVIL)
    await api.launch()
    await api.setProfile({ ...EVIL, before: [] })
    await api.launch()
    expect(ran).toEqual(['wine', 'curl', '/bin/sh', 'bye', '/bin/sh', 'bye'])
  }
})
