import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from './log'
import { createService } from './service'
import { SessionMarker } from './session-marker'
import { masked } from './support-report'

let userData: string
beforeEach(() => {
  userData = mkdtempSync(join(tmpdir(), 'areal-log-'))
})
afterEach(() => rmSync(userData, { recursive: true, force: true }))

describe('log', () => {
  it('keeps five files and no more bytes than they may have, and the newest lines', () => {
    const log = createLog(userData, 1000)
    for (let i = 0; i < 400; i++) log.note(`line ${i}`, 'info')
    const files = readdirSync(join(userData, 'logs'))
    expect(files.sort()).toEqual(['studio.log', 'studio.log.1', 'studio.log.2', 'studio.log.3', 'studio.log.4'])
    for (const file of files) expect(statSync(join(userData, 'logs', file)).size).toBeLessThan(1100)
    expect(log.last(60).map(line => line.replace(/^\S+ /, ''))).toEqual(
      Array.from({ length: 60 }, (_, i) => `info line ${340 + i}`),
    )
    expect(log.last(100_000).length).toBeLessThan(400)
  })

  it('says when and how bad; no words look like an entry of their own, colour a terminal or show the key', () => {
    const log = createLog(userData)
    log.note(
      'first\n2026-01-01T00:00:00.000Z info forged\r\u001b[31mred http://127.0.0.1:1/?token=abcdef0123',
      'warning',
    )
    const lines = readFileSync(log.file, 'utf8').split('\n')
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z warning first$/)
    expect(lines.slice(1)).toEqual(['  2026-01-01T00:00:00.000Z info forged', '  red http://127.0.0.1:1/?token=…', ''])
  })

  it('stops no work where it cannot be written', () => {
    const log = createLog(join(userData, 'file\0'))
    expect(() => log.note('lost')).not.toThrow()
    expect(log.last(5)).toEqual([])
  })
})

describe('report', () => {
  it('masks places however they are written, and no part of another word', () => {
    const secrets = [
      { words: 'C:\\Games\\Parkan', shown: '<game>' },
      { words: '/data/art', shown: '<data>' },
      { words: 'art', shown: '<user>' },
      { words: 'x', shown: '<short>' },
      { words: '', shown: '<none>' },
    ]
    expect(masked('c:\\games\\parkan\\a.map C:/Games/Parkan/b "C:\\\\Games\\\\Parkan\\\\c"', secrets)).toBe(
      '<game>\\a.map <game>/b "<game>\\\\c"',
    )
    expect(masked('start art /data/art/x, partial ART', secrets)).toBe('start <user> <data>/x, partial <user>')
    expect(masked('at /home/somebody/f.ts C:\\Users\\Иван\\g /Users/else/h', [])).toBe(
      'at /home/<user>/f.ts C:\\Users\\<user>\\g /Users/<user>/h',
    )
  })

  it('has version, system, what is open and the log, without names and places', async () => {
    const service = createService({ kind: 'browser', userData, path: '/games/of/somebody', quit: () => undefined })
    const call = async (method: string, ...args: unknown[]): Promise<unknown> => {
      const reply = await service.call(method, args)
      if (!reply.ok) throw new Error(reply.code)
      return reply.value
    }
    expect(await call('supportReport', '')).toContain('Graphics: none\nNothing is open')
    const install = String(await call('sample'))
    await call('open', install)
    await call(
      'report',
      `Error in ${install}/DATA/x.map of ${userInfo().username} at ${hostname()}\n  at ${homedir()}/f.js`,
    )
    const report = String(await call('supportReport', 'ANGLE (Some card,\n Direct3D11)'))
    expect(report).toMatch(
      /^Areal Studio \d+\.\d+\.\d+ \(browser\)\n\w+ \w+, node \d+.*\nSystem: \w+ \S+ \(.+\)\nGraphics: ANGLE \(Some card, Direct3D11\)\n/,
    )
    expect(report).toMatch(/Open: \w+, [1-9]\d* files, 0 changed/)
    expect(report).toMatch(/error window: Error in <game>\/DATA\/x\.map/)
    for (const words of [userData, install, '/games/of/somebody', homedir()]) expect(report).not.toContain(words)
    await service.close()
  })
})

describe('what went wrong is in the log and in the report', () => {
  const start = () => createService({ kind: 'browser', userData, path: '', quit: () => undefined })
  const reportOf = async (service: ReturnType<typeof start>): Promise<string> => {
    const reply = await service.call('supportReport', [''])
    return reply.ok ? String(reply.value) : reply.code
  }

  it('a refusal, once however often it is repeated, without the place it names', async () => {
    const service = start()
    const missing = join(userData, 'elsewhere')
    for (let i = 0; i < 3; i++) await service.call('open', ['/mnt/private/game'])
    await service.call('open', [missing])
    const lines = service.log.last(50).filter(line => line.includes('refused open'))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/ warning refused open: open\.missing /)
    const report = await reportOf(service)
    expect(report).toContain('refused open: open.missing {"path":"<path>"}')
    expect(report).not.toContain('private')
    await service.close()
  })

  it('a game that ends with an error, and one that cannot be started', async () => {
    const service = start()
    const sample = await service.call('sample', [])
    await service.call('open', [sample.ok ? sample.value : ''])
    const known = await service.call('profile', [])
    const profile = {
      ...(known.ok && typeof known.value === 'object' ? known.value : {}),
      executable: process.execPath,
      arguments: ['-e', 'process.exit(3)'],
      wrapper: [],
    }
    expect(await service.call('setProfile', [profile])).toMatchObject({ ok: true })
    await service.call('launch', [])
    await service.call('setProfile', [{ ...profile, executable: join(userData, 'no such program') }])
    await service.call('launch', [])
    const lines = service.log.last(50)
    expect(lines.filter(line => line.includes(' warning the game ended with 3: '))).toHaveLength(1)
    expect(lines.filter(line => line.includes(' warning refused launch: '))).toHaveLength(1)
    await service.close()
  })

  it('settings that are broken', async () => {
    writeFileSync(join(userData, 'settings.json'), '{ "theme": "pink"')
    const service = start()
    await service.call('settings', [])
    await service.call('settingsNotices', [])
    expect(await reportOf(service)).toMatch(/ warning settings: notice\.settings-aside /)
    await service.close()
  })

  it('a session that was killed, once, and none that was closed or still runs', async () => {
    const closed = start()
    await closed.close()
    expect(readdirSync(join(userData, 'logs')).filter(name => name.startsWith('session-'))).toEqual([])

    mkdirSync(join(userData, 'logs'), { recursive: true })
    const gone = join(userData, 'logs/session-999999999.json')
    writeFileSync(gone, '{"started":"2026-01-02T03:04:05.000Z"}')
    const living = join(userData, `logs/session-${process.ppid}.json`)
    writeFileSync(living, '{}')
    const service = start()
    expect(await reportOf(service)).toContain(
      'warning the session of process 999999999, begun 2026-01-02T03:04:05.000Z, ended without closing',
    )
    expect([existsSync(gone), existsSync(living)]).toEqual([false, true])
    await service.close()
    expect(new SessionMarker(userData, () => true).begin()).toEqual([])
  })

  it('the system and its version', async () => {
    const service = start()
    expect(await reportOf(service)).toMatch(/\nSystem: \w+ \S+ \(.+\)\n/)
    await service.close()
  })
})
