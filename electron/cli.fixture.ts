import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SampleFile } from '@areal-studio/core/parkan/sample'
import { afterAll, beforeEach } from 'vitest'
import { main } from './cli'
import { writeSample } from './sample-install'

/** What a run of the command line came to; a window that it opens says so in `out`. */
export interface Done {
  readonly code: number
  readonly out: string
  readonly err: string
  /** What `out` is the text of. */
  readonly bytes: Buffer
}

/** Where a run begins: relative paths are of `folder`. */
export interface Place {
  readonly folder: string
  readonly userData: string
}

/** Runs the command line in this process. */
export async function runAreal(words: readonly string[], { folder, userData }: Place, input: Uint8Array = new Uint8Array(0)): Promise<Done> {
  const out: Buffer[] = []
  const err: string[] = []
  const code = await main(words, {
    out: data => out.push(Buffer.from(data)), err: line => err.push(line), input: () => Promise.resolve(input),
    folder, environment: { AREAL_USER_DATA: userData },
  }, path => {
    out.push(Buffer.from(`window ${path}`))
    return Promise.resolve(0)
  })
  const bytes = Buffer.concat(out)
  return { code, out: bytes.toString(), err: err.join('\n'), bytes }
}

/** The command line on an install of its own, made anew before each test. */
export interface CommandLine {
  /** Holds everything; relative paths begin here. */
  readonly base: string
  readonly install: string
  areal(...words: readonly string[]): Promise<Done>
  json(...words: readonly string[]): Promise<unknown>
}

export function commandLine(name: string, sample: readonly SampleFile[]): CommandLine {
  const base = realpathSync(mkdtempSync(join(tmpdir(), `areal-${name}-`)))
  let install = ''
  let userData = ''
  beforeEach(() => {
    install = mkdtempSync(join(base, 'install-'))
    userData = mkdtempSync(join(base, 'data-'))
    writeSample(install, sample)
  })
  afterAll(() => rmSync(base, { recursive: true, force: true }))
  const areal: CommandLine['areal'] = (...words) => runAreal(words, { folder: base, userData })
  return {
    base, areal,
    get install() { return install },
    json: async (...words) => JSON.parse((await areal(...words, '--json')).out) as unknown,
  }
}
