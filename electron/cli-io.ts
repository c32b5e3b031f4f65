import { systemCode } from './file-errors'

/** What a command line has: so that tests run it without a process. */
export interface CommandIo {
  out(data: string | Uint8Array): void
  err(line: string): void
  input(): Promise<Uint8Array>
  /** Where relative paths start. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** 0 fine; 1 found errors or differences; 2 refused; 3 found no difference, but not all could be read. */
export type ExitCode = 0 | 1 | 2 | 3

/** The process's own streams. `failure`: the line that says why output could not be written. */
export function processIo(failure: (error: unknown) => string): CommandIo {
  for (const stream of [process.stdout, process.stderr]) {
    // `areal list … | head`: the reader has seen enough. A disk that is full is no reader.
    stream.on('error', error => {
      if (systemCode(error) === 'EPIPE') process.exit(0)
      if (stream === process.stdout) process.stderr.write(`${failure(error)}\n`)
      process.exitCode = 2
    })
  }
  return {
    out: data => { process.stdout.write(data) },
    err: line => { process.stderr.write(`${line}\n`) },
    input: readInput,
    folder: process.cwd(),
    environment: process.env,
  }
}

async function readInput(): Promise<Uint8Array> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(Buffer.isBuffer(part) ? part : Buffer.from(String(part)))
  return new Uint8Array(Buffer.concat(parts))
}
