import { describe, expect, it } from 'vitest'
import { filePath } from '@areal-studio/core/format'
import { locate } from '@areal-studio/core/layout'
import type { LaunchOptions, Reply } from '@areal-studio/core/studio'
import { useDeploy } from './deploy.store'
import { useSettings, useText } from './settings.store'
import { useTimeline } from './timeline.store'
import { MAP, SECOND, openTwoMaps, openWindow } from './window.fixture'

it('deploys with new warnings after one word, and asks again only for others', async () => {
  const { workspace, port } = await openWindow()
  const deploy = useDeploy()
  const set = async (field: string, value: number): Promise<void> => {
    await workspace.assignAll(MAP, [{ path: `areals/1/${field}`, value }])
  }
  await workspace.load(MAP)
  await set('area_metric', 20000)
  expect(await deploy.deploy()).toBe(false)
  expect(await port.studio.api.info()).toMatchObject({ unpacked: 0, state: 'original' })
  expect(deploy.plan?.warnings.map(({ code, path }) => [code, path])).toEqual([
    ['areal.area-metric', 'areals/1/area_metric'],
  ])
  expect([deploy.isBlocked, deploy.isAccepted]).toEqual([true, false])
  expect(workspace.notices.map(({ words }) => words.code)).toContain('ui.deploy.warned')
  deploy.isAccepted = true
  expect(await deploy.deploy()).toBe(true)
  expect(await port.studio.api.info()).toMatchObject({ state: 'deployed' })
  await set('class_id', 7)
  expect(await deploy.deploy()).toBe(true)
  deploy.forget()
  await deploy.refreshPlan()
  expect([deploy.plan?.warnings.length, deploy.isBlocked]).toEqual([1, false]) // nothing is to be written
  await set('reserved_44', 1)
  expect(await deploy.deploy()).toBe(false)
  deploy.isAccepted = true
  deploy.isAccepted = false
  expect(await deploy.deploy()).toBe(false)
})

it('counts in its message the files that it wrote, packed or deployed before or not', async () => {
  const { workspace } = await openTwoMaps()
  const deploy = useDeploy()
  const text = useText()
  const words = async (...entries: readonly string[]): Promise<string | undefined> => {
    for (const entry of entries) {
      const field = (await workspace.load(entry)).document
      const value = Number(field && locate(field, 'areals/1/class_id')?.value) + 1
      await workspace.assignAll(entry, [{ path: 'areals/1/class_id', value }])
    }
    expect(await deploy.deploy()).toBe(true)
    const said = workspace.notices.findLast(notice => notice.words.code === 'ui.deploy.deployed')?.words
    return said && text.say(said.code, said.params)
  }
  expect(await words(MAP)).toBe('In the game now: 1 file')
  expect(await words(MAP, SECOND)).toBe('In the game now: 2 files')
})

it('writes nothing where the plan was stopped, and makes it when it is asked for again', async () => {
  const { workspace, port } = await openWindow()
  const deploy = useDeploy()
  await workspace.load(MAP)
  await workspace.assignAll(MAP, [{ path: 'areals/1/class_id', value: 7 }])
  await deploy.pack()
  await deploy.refreshPlan()
  port.instead = { method: 'plan', answer: () => Promise.resolve({ ok: false, code: 'job.cancelled', params: {} }) }
  expect(await deploy.deploy()).toBe(false)
  expect([deploy.plan, deploy.isPlanStopped, port.calls.includes('deploy')]).toEqual([null, true, false])
  await deploy.refreshPlan()
  expect([deploy.toWrite.length, deploy.isPlanStopped]).toEqual([1, false])
  expect(await deploy.deploy()).toBe(true)
})

it('asks for one plan at a time, and for one more where it was wanted meanwhile', async () => {
  const { port } = await openWindow()
  const deploy = useDeploy()
  let goOn = (): void => {}
  const held = new Promise<void>(resolve => {
    goOn = resolve
  })
  port.instead = { method: 'plan', answer: () => held.then(() => port.real('plan', [])) }
  port.calls.length = 0
  const asked = [deploy.refreshPlan(), deploy.refreshPlan(), deploy.refreshPlan()]
  goOn()
  await Promise.all(asked)
  expect(port.calls.filter(method => method === 'plan')).toHaveLength(2)
  expect(deploy.plan).not.toBeNull()
})

it('shows the launch profile with the reason where the game could not be started, and no other refusal', async () => {
  const { port } = await openWindow()
  const deploy = useDeploy()
  const refused = (code: string) => ({
    method: 'launch' as const,
    answer: () => Promise.resolve({ ok: false as const, code, params: { wrapper: 'wine', program: 'a.exe' } }),
  })
  port.instead = refused('file.disk-full')
  expect([await deploy.launch(), deploy.launchFault]).toEqual([false, null])
  port.instead = refused('launch.no-wrapper')
  expect(await deploy.launch()).toBe(false)
  expect(deploy.launchFault?.code).toBe('refusal.launch.no-wrapper')
  deploy.forget()
  expect(deploy.launchFault).toBeNull()
})

const LAND = 'DATA/MAPS/AutoMAP/Land.map'

/** A window whose edit is in the game. */
async function deployed() {
  const opened = await openWindow()
  const deploy = useDeploy()
  await opened.workspace.load(MAP)
  await opened.workspace.assignAll(MAP, [{ path: 'areals/1/class_id', value: 7 }])
  expect(await deploy.deploy()).toBe(true)
  return { ...opened, deploy }
}

describe('return to original', () => {
  it('lists the files before it acts, and acts once that is confirmed', async () => {
    const { deploy, port } = await deployed()
    await deploy.restore()
    expect(deploy.restoring?.files.map(({ file, action }) => [file, action])).toEqual([[LAND, 'restore']])
    expect(port.calls).not.toContain('restore')
    await deploy.restoreListed()
    expect(deploy.restoring).toBeNull()
    expect(await port.studio.api.info()).toMatchObject({ state: 'original' })
  })

  it('keeps a file of another program where that is chosen, and asks again next time', async () => {
    const { deploy, port } = await deployed()
    const theirs = Uint8Array.of(...(await port.game.read(LAND)), 1)
    await port.game.write(LAND, theirs)
    await deploy.restore()
    const files = deploy.restoring?.files ?? []
    expect(files.map(deploy.needsAnswer)).toEqual([true])
    expect(deploy.restoreAnswers.size).toBe(0)
    deploy.answerRestore(files, 'keep')
    await deploy.restoreListed()
    expect(await port.game.read(LAND)).toEqual(theirs)
    await deploy.restore()
    expect(deploy.restoreAnswers.size).toBe(0)
  })
})

describe('the list that Run shows', () => {
  const game = (): LaunchOptions => ({ map: 'no game is there' })
  it('is shown before writing, once for each change set', async () => {
    const { workspace, port } = await openWindow()
    const deploy = useDeploy()
    await workspace.load(MAP)
    const change = (value: number) => workspace.assignAll(MAP, [{ path: 'areals/1/class_id', value }])
    const state = async () => (await port.studio.api.info())?.state
    await change(7)
    const no = deploy.run(game())
    await expect.poll(() => deploy.asking).not.toBeNull()
    expect(deploy.toWrite.map(({ file }) => file)).toEqual([LAND])
    deploy.asking?.answer(false)
    await no
    expect([await state(), port.calls.includes('launch')]).toEqual(['original', false])
    const yes = deploy.run(game())
    await expect.poll(() => deploy.asking).not.toBeNull()
    deploy.asking?.answer(true)
    await yes
    expect([await state(), port.calls.includes('launch')]).toEqual(['deployed', true])
    await deploy.restore()
    await deploy.restoreListed()
    await deploy.run(game())
    expect(await state()).toBe('deployed') // the same change set: not asked again
    await change(8)
    const other = deploy.run(game())
    await expect.poll(() => deploy.asking).not.toBeNull()
    deploy.asking?.answer(false)
    await other
    expect(await state()).toBe('older')
  })

  it('is shown each time, or never, where the settings say so', async () => {
    const { deploy } = await deployed()
    const settings = useSettings()
    settings.runList = 'always'
    await deploy.restore()
    await deploy.restoreListed()
    const asked = deploy.run(game())
    await expect.poll(() => deploy.asking).not.toBeNull()
    deploy.asking?.answer(false)
    await asked
    settings.runList = 'never'
    await deploy.run(game())
    expect(deploy.asking).toBeNull()
    expect(deploy.deployed?.written).toEqual([LAND])
  })
})

describe('launch commands that came with a project file', () => {
  const refused = (): Promise<Reply> =>
    Promise.resolve({
      ok: false,
      code: 'launch.untrusted',
      params: { path: '/workspace', commands: 'rm -rf /', digest: 'd1' },
    })

  it('are shown before anything is packed or written, and the whole run goes on once they are allowed', async () => {
    const { workspace, port } = await openWindow()
    const deploy = useDeploy()
    useSettings().runList = 'never'
    await workspace.load(MAP)
    await workspace.assignAll(MAP, [{ path: 'areals/1/class_id', value: 7 }])
    const before = await port.studio.api.info()
    port.instead = { method: 'guardLaunch', answer: refused }
    await deploy.run()
    expect(deploy.untrusted?.commands).toBe('rm -rf /')
    expect(await port.studio.api.info()).toEqual(before)
    for (const method of ['pack', 'deploy', 'launch']) expect(port.calls).not.toContain(method)
    await deploy.allowLaunch()
    expect(deploy.untrusted).toBeNull()
    expect(await port.studio.api.info()).toMatchObject({ unpacked: 0, state: 'deployed' })
    expect(port.calls).toContain('launch')
  })

  it('that are not allowed write nothing', async () => {
    const { workspace, port } = await openWindow()
    const deploy = useDeploy()
    await workspace.load(MAP)
    await workspace.assignAll(MAP, [{ path: 'areals/1/class_id', value: 7 }])
    port.instead = { method: 'guardLaunch', answer: refused }
    await deploy.run()
    deploy.untrusted = null
    await deploy.allowLaunch()
    expect(await port.studio.api.info()).toMatchObject({ unpacked: 1, state: 'original' })
  })
})

it('lists earlier deployments, and puts the files of one back into the game', async () => {
  const { workspace, port } = await openWindow()
  const deploy = useDeploy()
  const timeline = useTimeline()
  const image = async () => port.game.read(filePath(MAP))
  await workspace.load(MAP)
  const set = (value: number) => workspace.assignAll(MAP, [{ path: 'areals/1/class_id', value }])
  await set(7)
  expect(await deploy.deploy()).toBe(true)
  const first = await image()
  await set(12)
  expect(await deploy.deploy()).toBe(true)
  expect(await image()).not.toEqual(first)
  await deploy.refreshPast()
  expect(deploy.past.map(({ kind, files }) => [kind, files])).toEqual([
    ['deploy', [filePath(MAP)]],
    ['deploy', [filePath(MAP)]],
  ])

  const [, older] = deploy.past
  if (!older) throw new Error('no earlier deployment')
  await timeline.compare(older.revision)
  expect(timeline.differences?.flatMap(({ entries }) => entries.flatMap(({ fields }) => fields))).toMatchObject([
    { path: 'areals/1/class_id', before: '7', after: '12' },
  ])
  expect(await deploy.deployAgain(older)).toBe(true)
  expect(await image()).toEqual(first)
  expect((await port.studio.api.history()).map(({ state }) => state)).toContain('undone')
  deploy.forget()
  expect(deploy.past).toEqual([])
})
