import { describe, expect, it } from 'vitest'
import { decode, encode } from './codec'
import { createLine, type LineState } from './line'
import { fromHost, fromWindow, type FromHost, type FromWindow } from './wire'

function wired() {
  const states: LineState[] = []
  const sent: FromWindow[] = []
  const line = createLine('window-1', state => states.push(state))
  const open = (): void => line.opened(bytes => sent.push(fromWindow(decode(bytes))))
  const receive = (...message: FromHost): void => line.received(encode(message))
  return { line, states, sent, open, receive }
}

describe('line', () => {
  it('says hello, waits for the welcome, then sends what was asked meanwhile', async () => {
    const { line, sent, open, receive, states } = wired()
    const asked = line.call('info', [])
    open()
    expect(sent).toEqual([['hello', { client: 'window-1', host: '', event: 0 }]])
    receive('welcome', { host: 'h', event: 7, isMissed: false })
    expect(sent[1]).toEqual(['call', 1, 'info', [], 1])
    receive('reply', 1, { ok: true, value: 5 })
    expect(await asked).toEqual({ ok: true, value: 5 })
    expect(states).toEqual(['open'])
  })

  it('sends unanswered calls again under the same number, and says which are done', async () => {
    const { line, sent, open, receive, states } = wired()
    open()
    receive('welcome', { host: 'h', event: 0, isMissed: false })
    const first = line.call('read', ['a'])
    const second = line.call('commit', [{ edits: [] }])
    receive('reply', 1, { ok: true, value: 1 })
    receive('event', 3, 'info', {})
    await first
    line.closed()
    open()
    receive('welcome', { host: 'h', event: 3, isMissed: false })
    expect(sent.slice(-2)).toEqual([
      ['hello', { client: 'window-1', host: 'h', event: 3 }],
      ['call', 2, 'commit', [{ edits: [] }], 2],
    ])
    receive('reply', 2, { ok: false, code: 'edit.stale', params: {} })
    expect(await second).toEqual({ ok: false, code: 'edit.stale', params: {} })
    expect(states).toEqual(['open', 'lost', 'open'])
  })

  it('hands each event on once, and stops when told', () => {
    const { line, open, receive } = wired()
    const seen: unknown[] = []
    const stop = line.listen('commit', payload => seen.push(payload))
    open()
    receive('welcome', { host: 'h', event: 4, isMissed: false })
    receive('event', 4, 'commit', 'old')
    receive('event', 5, 'commit', 'new')
    receive('event', 5, 'commit', 'again')
    stop()
    receive('event', 6, 'commit', 'after')
    expect(seen).toEqual(['new'])
  })

  it('tells a new host from the old one and sends it nothing', () => {
    const { line, states, sent, open, receive } = wired()
    open()
    receive('welcome', { host: 'h', event: 0, isMissed: false })
    void line.call('commit', [])
    line.closed()
    open()
    receive('welcome', { host: 'other', event: 0, isMissed: false })
    expect(states.at(-1)).toBe('restarted')
    expect(sent.filter(([kind]) => kind === 'call')).toHaveLength(1)
  })

  it('answers a call that cannot be sent', async () => {
    const { line, open, receive } = wired()
    open()
    receive('welcome', { host: 'h', event: 0, isMissed: false })
    expect(await line.call('info', [new Map()])).toMatchObject({ ok: false, code: 'port.unsupported' })
  })

  it('refuses messages of another shape', () => {
    const wrong: unknown[] = [
      null,
      5,
      [],
      ['call', -1, 'x', [], 0],
      ['call', 1, 'x', 'args', 0],
      ['hello', { client: 1 }],
      ['hello', null],
    ]
    for (const message of wrong) expect(() => fromWindow(message)).toThrow('port.malformed')
    for (const message of [['reply', 1, null], ['reply', 1, { ok: false }], ['event'], ['welcome', {}]]) {
      expect(() => fromHost(message)).toThrow('port.malformed')
    }
  })
})
