import { systemCode } from '../node/file-errors'

/** Work shorter than this prints no progress line; a line stays at least this long. In milliseconds. */
const NOTICED = 300
const STANDS = 100
/** Exit code of a program that was interrupted. */
const INTERRUPTED = 130

/** Streams and environment of a command line, so that tests run it without a process. */
export interface CommandIo {
  /** Writes data unchanged: files, JSON, bytes. Text with names is written by `Lines`. */
  out(data: string | Uint8Array): void
  err(line: string): void
  /** Prints progress on a terminal; '' when no work is running. */
  progress?(line: string): void
  /** `stop` is called once, when the user interrupts; it returns whether there was anything to stop. */
  interrupted?(stop: () => boolean): void
  input(): Promise<Uint8Array>
  /** Where relative paths start. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The output of a command line for people: control and format characters are shown as `\u{1b}`, never sent to the terminal. */
export interface Lines extends CommandIo {
  /** Writes one line to standard output. */
  line(words: string): void
  /** Writes text of several lines, such as the output of a game. */
  lines(text: string): void
}

/** Wraps the streams: everything printed is made printable, whatever names and markers it contains. */
export function linesOf(io: CommandIo): Lines {
  return {
    ...io,
    line: words => io.out(`${printable(words)}\n`),
    lines: text =>
      io.out(
        text
          .split(/(\r?\n)/)
          .map((part, i) => (i % 2 === 1 ? part : printable(part)))
          .join(''),
      ),
    err: line => io.err(printable(line)),
    ...(io.progress && { progress: line => io.progress?.(printable(line)) }),
  }
}

/** The text with terminal escapes, line breaks and invisible or direction-changing characters written out; a tab separates columns. */
export const printable = (words: string): string =>
  words.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, one =>
    one === '\t' ? one : `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`,
  )

/** 0 success; 1 found errors or differences; 2 error; 3 found no difference, but not all could be read. */
export type ExitCode = 0 | 1 | 2 | 3

/** The process's own streams. `failure`: the message for output that could not be written. */
export function processIo(failure: (error: unknown) => string): CommandIo {
  for (const stream of [process.stdout, process.stderr]) {
    // `areal list … | head`: the reader has closed the pipe. A full disk is an error.
    stream.on('error', error => {
      if (systemCode(error) === 'EPIPE') process.exit(0)
      if (stream === process.stdout) process.stderr.write(`${failure(error)}\n`)
      process.exitCode = 2
    })
  }
  return {
    out: data => {
      process.stdout.write(data)
    },
    err: line => {
      process.stderr.write(`${line}\n`)
    },
    ...(process.stderr.isTTY && { progress: overwritten(process.stderr) }),
    interrupted: stop => {
      process.once('SIGINT', () => {
        if (!stop()) process.exit(INTERRUPTED)
      })
    }, // a second interrupt ends the process
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

/** One terminal line that is overwritten; work that ends quickly prints nothing. */
export function overwritten(
  stream: Pick<NodeJS.WriteStream, 'write' | 'columns'>,
  now = Date.now,
): (line: string) => void {
  let begun: number | undefined
  let shown: number | undefined
  return line => {
    if (line === '') {
      if (shown !== undefined) stream.write('\r\x1b[K')
      begun = shown = undefined
      return
    }
    const time = now()
    begun ??= time
    if (time - begun < NOTICED || (shown !== undefined && time - shown < STANDS)) return
    shown = time
    stream.write(`\r\x1b[K${line.slice(0, stream.columns - 1)}`)
  }
}
