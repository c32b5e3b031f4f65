import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SampleFile } from '@areal-studio/core/parkan/sample'
import { afterAll, beforeEach } from 'vitest'
import { main } from './cli'

/** The command line on an install of its own, made anew before each test. */
export interface CommandLine {
  /** Holds everything; relative paths begin here. */
  readonly base: string
  readonly install: string
  areal(...words: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }>
  json(...words: readonly string[]): Promise<unknown>
}

export function commandLine(name: string, sample: readonly SampleFile[]): CommandLine {
  const base = realpathSync(mkdtempSync(join(tmpdir(), `areal-${name}-`)))
  let install = ''
  let userData = ''
  beforeEach(() => {
    install = mkdtempSync(join(base, 'install-'))
    userData = mkdtempSync(join(base, 'data-'))
    for (const file of sample) {
      mkdirSync(dirname(join(install, file.path)), { recursive: true })
      writeFileSync(join(install, file.path), file.bytes)
    }
  })
  afterAll(() => rmSync(base, { recursive: true, force: true }))
  const areal: CommandLine['areal'] = async (...words) => {
    const out: string[] = []
    const err: string[] = []
    const code = await main(words, {
      out: data => out.push(String(data)), err: line => err.push(line), input: () => Promise.resolve(new Uint8Array(0)),
      folder: base, environment: { AREAL_USER_DATA: userData },
    }, () => Promise.resolve(0))
    return { code, out: out.join(''), err: err.join('\n') }
  }
  return {
    base, areal,
    get install() { return install },
    json: async (...words) => JSON.parse((await areal(...words, '--json')).out) as unknown,
  }
}
