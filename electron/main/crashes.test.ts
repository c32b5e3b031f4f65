import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Crashes } from './crashes'
import { createService } from '../service/service'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'areal-crashes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const start = (): Crashes => new Crashes(join(folder, 'crashes.json'))

describe('crashes in a row', () => {
  it('of the window make the next start a safe one', () => {
    const first = start()
    expect(first.isSafe).toBe(false)
    expect([first.crashed(), first.crashed(), first.crashed()]).toEqual(['again', 'again', 'restart'])
    expect(start().isSafe).toBe(true)
  })

  it('of the whole program do so too, though nothing could be told', () => {
    expect([start(), start(), start(), start(), start()].map(({ isSafe }) => isSafe)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
  })

  it('over starts and within one are counted together', () => {
    start()
    start()
    expect(start().crashed()).toBe('restart')
  })

  it('are forgotten where a start settles', () => {
    start()
    start()
    const third = start()
    third.settled()
    expect(start().isSafe).toBe(false)
    const safe = (): Crashes => {
      for (let i = 0; i < 3; i++) start()
      return start()
    }
    safe().settled()
    expect(start().isSafe).toBe(false)
  })

  it('of a safe window end it', () => {
    for (let i = 0; i < 3; i++) start()
    const safe = start()
    expect([safe.crashed(), safe.crashed(), safe.crashed()]).toEqual(['again', 'again', 'stop'])
    expect(start().isSafe).toBe(true)
  })

  it('are none where the file is damaged or cannot be written', () => {
    for (const text of ['', '{', '"5"', '-1', 'null']) {
      writeFileSync(join(folder, 'crashes.json'), text)
      expect(start().isSafe, text).toBe(false)
    }
    expect(new Crashes(join(folder, 'no\0where')).crashed()).toBe('again')
  })
})

describe('a safe start', () => {
  it('tells of itself once and begins without the kept layout, which a usual one gets', async () => {
    const answers = async (isSafe: boolean): Promise<unknown[]> => {
      const service = createService({ kind: 'electron', userData: folder, path: '', isSafe, quit: () => undefined })
      await service.call('setSettings', [isSafe ? {} : { layout: { version: 1 }, theme: 'dark' }])
      const replies = await Promise.all(
        (['settings', 'hostInfo', 'settingsNotices', 'settingsNotices'] as const).map(method =>
          service.call(method, []),
        ),
      )
      await service.close()
      return replies.map(reply => (reply.ok ? reply.value : reply.code))
    }
    expect(await answers(false)).toMatchObject([{ layout: { version: 1 }, theme: 'dark' }, { isSafe: false }, [], []])
    expect(await answers(true)).toMatchObject([
      { layout: null, theme: 'dark' },
      { isSafe: true },
      [{ code: 'notice.safe-mode' }],
      [],
    ])
  })

  it('does not keep its own layout in place of the one that was kept; one that is given up is gone', async () => {
    const after = async (isSafe: boolean, change: Readonly<Record<string, unknown>>): Promise<unknown> => {
      const service = createService({ kind: 'electron', userData: folder, path: '', isSafe, quit: () => undefined })
      await service.call('setSettings', [change])
      await service.close()
      const usual = createService({ kind: 'electron', userData: folder, path: '', quit: () => undefined })
      const reply = await usual.call('settings', [])
      await usual.close()
      return reply.ok ? reply.value : reply.code
    }
    await after(false, { layout: { mine: 1 } })
    expect(await after(true, { layout: { safe: 1 }, theme: 'light' })).toMatchObject({
      layout: { mine: 1 },
      theme: 'light',
    })
    expect(await after(true, { layout: null })).not.toMatchObject({ layout: { mine: 1 } })
  })
})
