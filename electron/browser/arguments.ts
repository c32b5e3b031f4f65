import { parseArgs } from 'node:util'

const OPTIONS = {
  port: { type: 'string' },
  'user-data': { type: 'string' },
  open: { type: 'boolean' },
  lang: { type: 'string' },
  sample: { type: 'string' },
} as const

/** Parsed arguments of the browser host. */
interface HostWords {
  readonly port?: string
  readonly 'user-data'?: string
  /** Whether to open the browser. */
  readonly open?: boolean
  readonly lang?: string
  /** Id of the family whose sample is opened where no path is given. */
  readonly sample?: string
  /** Path to open; undefined: the path opened last, or the sample. */
  readonly path: string | undefined
}

/** Parses the command line; undefined where a word is unknown. */
export function hostWords(words: readonly string[]): HostWords | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS })
    return positionals.length > 1 ? undefined : { ...values, path: positionals[0] }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
