import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SampleFile } from '@areal-studio/core/families/parkan/sample'
import { afterAll, beforeEach } from 'vitest'
import { main } from './cli'
import type { CommandIo } from './io'
import { writeSample } from '../service/sample-install'

/** Result of a run of the command line; opening a window adds a line to `out`. */
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

/** Runs the command line in this process: with `input` for its standard input, for a person where there is a `terminal`. */
export async function runAreal(
  words: readonly string[],
  { folder, userData }: Place,
  input: Uint8Array = new Uint8Array(0),
  terminal: Pick<CommandIo, 'progress' | 'interrupted'> = {},
): Promise<Done> {
  const out: Buffer[] = []
  const err: string[] = []
  const code = await main(
    words,
    {
      out: data => out.push(Buffer.from(data)),
      err: line => err.push(line),
      input: () => Promise.resolve(input),
      folder,
      environment: { AREAL_USER_DATA: userData },
      ...terminal,
    },
    path => {
      out.push(Buffer.from(`window ${path}`))
      return Promise.resolve(0)
    },
  )
  const bytes = Buffer.concat(out)
  return { code, out: bytes.toString(), err: err.join('\n'), bytes }
}

/** The command line on its own install, recreated before each test. */
export interface CommandLine {
  /** Holds everything; relative paths begin here. */
  readonly base: string
  readonly install: string
  areal(...words: readonly string[]): Promise<Done>
  /** The same for a person at a terminal, who interrupts it at the first line of progress that fits. */
  interrupted(at: RegExp, ...words: readonly string[]): Promise<Done & { readonly lines: readonly string[] }>
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
  const interrupted: CommandLine['interrupted'] = async (at, ...words) => {
    const lines: string[] = []
    let stop: (() => boolean) | undefined
    const said = await runAreal(words, { folder: base, userData }, undefined, {
      progress: line => {
        lines.push(line)
        if (at.test(line)) stop?.()
      },
      interrupted: one => {
        stop = one
      },
    })
    return { ...said, lines }
  }
  return {
    base,
    areal,
    interrupted,
    get install() {
      return install
    },
    json: async (...words) => JSON.parse((await areal(...words, '--json')).out) as unknown,
  }
}
