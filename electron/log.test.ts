import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { homedir, hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from './log'
import { createService } from './service'
import { masked } from './support-report'

let userData: string
beforeEach(() => { userData = mkdtempSync(join(tmpdir(), 'areal-log-')) })
afterEach(() => rmSync(userData, { recursive: true, force: true }))

describe('log', () => {
  it('keeps five files and no more bytes than they may have, and the newest lines', () => {
    const log = createLog(userData, 1000)
    for (let i = 0; i < 400; i++) log.note(`line ${i}`, 'info')
    const files = readdirSync(join(userData, 'logs'))
    expect(files.sort()).toEqual(['studio.log', 'studio.log.1', 'studio.log.2', 'studio.log.3', 'studio.log.4'])
    for (const file of files) expect(statSync(join(userData, 'logs', file)).size).toBeLessThan(1100)
    expect(log.last(60).map(line => line.replace(/^\S+ /, ''))).toEqual(Array.from({ length: 60 }, (_, i) => `info line ${340 + i}`))
    expect(log.last(100_000).length).toBeLessThan(400)
  })

  it('says when and how bad; no words look like an entry of their own, colour a terminal or show the key', () => {
    const log = createLog(userData)
    log.note('first\n2026-01-01T00:00:00.000Z info forged\r\u001b[31mred http://127.0.0.1:1/?token=abcdef0123', 'warning')
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
    const secrets = [{ words: 'C:\\Games\\Parkan', shown: '<game>' }, { words: '/data/art', shown: '<data>' }, { words: 'art', shown: '<user>' }, { words: 'x', shown: '<short>' }, { words: '', shown: '<none>' }]
    expect(masked('c:\\games\\parkan\\a.map C:/Games/Parkan/b "C:\\\\Games\\\\Parkan\\\\c"', secrets)).toBe('<game>\\a.map <game>/b "<game>\\\\c"')
    expect(masked('start art /data/art/x, partial ART', secrets)).toBe('start <user> <data>/x, partial <user>')
    expect(masked('at /home/somebody/f.ts C:\\Users\\Иван\\g /Users/else/h', [])).toBe('at /home/<user>/f.ts C:\\Users\\<user>\\g /Users/<user>/h')
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
    await call('report', `Error in ${install}/DATA/x.map of ${userInfo().username} at ${hostname()}\n  at ${homedir()}/f.js`)
    const report = String(await call('supportReport', 'ANGLE (Some card,\n Direct3D11)'))
    expect(report).toMatch(/^Areal Studio \d+\.\d+\.\d+ \(browser\)\n\w+ \w+, node \d+.*\nGraphics: ANGLE \(Some card, Direct3D11\)\n/)
    expect(report).toMatch(/Open: \w+, [1-9]\d* files, 0 changed/)
    expect(report).toMatch(/error window: Error in <game>\/DATA\/x\.map/)
    for (const words of [userData, install, '/games/of/somebody', homedir()]) expect(report).not.toContain(words)
    await service.close()
  })
})
