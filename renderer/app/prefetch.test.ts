import { expect, it } from 'vitest'
import type { Reply } from '@areal-studio/core/studio'
import { askAhead } from './prefetch'
import type { WindowPort } from '../state/client'

/** A port that answers each call with its number, and lets events be told. */
function numbered() {
  const calls: string[] = []
  const heard = new Map<string, (payload: never) => void>()
  const port: WindowPort = {
    call: (method, args): Promise<Reply> =>
      Promise.resolve({ ok: true, value: calls.push(JSON.stringify([method, ...args])) }),
    listen: (event, handler) => {
      heard.set(event, handler)
      return () => heard.delete(event)
    },
    pathOf: () => '',
    onOpenPath: () => undefined,
  }
  return { port, calls, tell: (event: string): void => heard.get(event)?.(undefined as never) }
}
const said = (n: number): Reply => ({ ok: true, value: n })

it('asks at once, and gives each answer to the first who asks the same', async () => {
  const { port, calls } = numbered()
  const ahead = askAhead(port, [['info'], ['list', undefined, { deep: true }]])
  expect(calls).toEqual(['["info"]', '["list",null,{"deep":true}]'])
  expect(await ahead.call('list', [undefined])).toEqual(said(3))
  expect(await ahead.call('list', [undefined, { deep: true }])).toEqual(said(2))
  expect(await ahead.call('list', [undefined, { deep: true }])).toEqual(said(4))
  expect(await ahead.call('info', [])).toEqual(said(1))
})

it.each(['commit', 'info', 'outside'])('asks anew after news of %s', async event => {
  const { port, tell } = numbered()
  const ahead = askAhead(port, [['info']])
  tell(event)
  expect(await ahead.call('info', [])).toEqual(said(2))
})

it('asks anew when it is told to', async () => {
  const { port } = numbered()
  const ahead = askAhead(port, [['info']])
  ahead.forget()
  expect(await ahead.call('info', [])).toEqual(said(2))
})
