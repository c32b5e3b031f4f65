import { byRule, type EntryInfo, type Format } from '../../../format'
import { document, type LinePart, type LineParts, type Node } from '../../../layout'
import { plainText, records } from '../../../format/fields'
import { typeIdOf } from '../nres/directory'
import { reportOn } from '../../../format/report'
import { textLayout } from '../text-lines'

/** A text of the game whose lines are a few words each (parkan 9.8, 9.9). */
interface KeyedText {
  /** The format is `parkan.<name>`, the record of its file `<name>`. */
  readonly name: string
  readonly source: string
  match(entry: EntryInfo): boolean
  /** The ways in which a line divides; absent: all lines are plain. */
  readonly forms?: readonly LineParts[]
  /** Undivided lines that are valid; others get a warning. Absent: all are valid. */
  readonly plain?: RegExp
}

const loose =
  (ending: RegExp) =>
  ({ container, name }: EntryInfo): boolean =>
    container === null && ending.test(name)

const COMMENT = /^\s*(?:\/\/.*)?$/

/** `VAR( type, name, default )`, some with a stray semicolon as `end`; a comment may be of several words. */
const variable = (...names: readonly string[]): LineParts => [
  'VAR( ',
  ...['type', 'name', 'default', ...names].flatMap((name, at, all): LineParts => {
    const part: LinePart = { name, ...(name === 'comment' && { words: 'text' }) }
    return name === 'end' ? [part] : [part, at === all.length - 1 || all[at + 1] === 'end' ? ' )' : ', ']
  }),
]

/**
 * Names and order of the fields are those of the notes. `.ini` lines without `=` are sections, comments, values of a
 * list and the rows of Comp.ini, which no rule can tell from a slip.
 */
const TEXTS: readonly KeyedText[] = [
  {
    name: 'config',
    source: 'parkan 9.8',
    match: loose(/\.cfg$/i),
    forms: [[' ', { name: 'key' }, ' = ', { name: 'value', words: 'text', ...byRule('config-value') }]],
    plain: /^\s*(?:#.*|object\s+\S+|end)?\s*$/i,
  },
  {
    name: 'settings',
    source: 'parkan 9.8',
    match: loose(/\.ini$/i),
    forms: [[' ', { name: 'key' }, '=', { name: 'value', words: 'text' }]],
  },
  {
    name: 'keys',
    source: 'parkan 9.8',
    match: loose(/\.dsc$/i),
    forms: [[{ name: 'ident' }, ' ', { name: 'label', words: 'text' }]],
    plain: COMMENT,
  },
  {
    name: 'bindings',
    source: 'parkan 9.8',
    match: loose(/\.man$/i),
    forms: [[{ name: 'command' }, ' ', { name: 'modifier' }, ' ', { name: 'key' }]],
    plain: COMMENT,
  },
  {
    name: 'control-table',
    source: 'parkan 9.8',
    match: loose(/\.tbl$/i),
    forms: [
      [
        ...['device', 'modifier', 'key', 'press', 'class', 'code', 'magnitude', 'index', 'flag', 'ramp'].flatMap(
          name => [{ name }, ' '] as const,
        ),
        { name: 'time' },
        ' // ',
        { name: 'name', words: 'text' },
      ],
    ],
    plain: COMMENT,
  },
  {
    name: 'formulas',
    source: 'parkan 9.9',
    match: loose(/\.fml$/i),
    forms: [['FUNCTION( ,', { name: 'expression', words: 'text' }, ',  )']],
    plain: COMMENT,
  },
  {
    name: 'varset',
    source: 'parkan 9.9',
    match: loose(/\.var$/i),
    forms: [
      variable('minimum', 'maximum', 'comment'),
      variable('minimum', 'maximum', 'comment', 'end'),
      variable(),
      variable('end'),
    ],
    plain: COMMENT,
  },
  { name: 'tips', source: 'parkan 9.8', match: loose(/\.mis$/i) },
  { name: 'mission-title', source: 'parkan 9.8', match: loose(/^descr$/i) },
  {
    name: 'description',
    source: 'parkan 9.8',
    match: ({ container, attributes }) => container !== null && attributes['type_id'] === typeIdOf('DSCR'),
    forms: [['#', { name: 'tag' }, ' ', { name: 'value', words: 'text' }]],
    plain: /^(?:\/\/.*|@.*)?$/,
  },
]

/** Whether a line is in one piece: blank, or its words do not divide. */
const isPlain = (line: Node): boolean => line.kind === 'text' || line.childNamed('line') !== undefined

const wordsOf = (line: Node): string => plainText((line.kind === 'text' ? line : line.childNamed('line'))?.value)

function formatOf({ name, source, match, forms, plain }: KeyedText): Format {
  const layout = textLayout(name, source, forms)
  return {
    id: `parkan.${name}`,
    match,
    layout,
    check(entry) {
      const report = reportOn(entry)
      if (plain)
        records(document(layout(), entry.bytes), 'lines').forEach((line, at) => {
          if (isPlain(line) && !plain.test(wordsOf(line)))
            report.warning('text.line', { line: at + 1 }, { path: line.path, range: [line.offset, line.size] })
        })
      return Promise.resolve(report.problems())
    },
  }
}

/** Texts of keys, settings, formulas and descriptions (parkan 9.8, 9.9). */
export const KEYED_TEXTS: readonly Format[] = TEXTS.map(formatOf)
