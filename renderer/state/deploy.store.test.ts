import { expect, it } from 'vitest'
import { useDeploy } from './deploy.store'
import { MAP, openWindow } from './window.fixture'

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
