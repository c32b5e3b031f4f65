import type { TextParams } from './text'

interface Text {
  say(key: string, params?: TextParams): string
  has(key: string): boolean
}

/** A problem, as far as its sentence needs it. */
interface Located {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly path?: string
  readonly record?: { readonly name: string; readonly path: string }
  readonly fix?: { readonly id: string; readonly params: Readonly<Record<string, string | number>> }
}

/** What a path in a record leads to, in words: `Areal 637 · Class`. A path in no declared record is shown as it is. */
export function objectWords(text: Text, path: string, record: Located['record']): string {
  if (!record || (path !== record.path && !path.startsWith(`${record.path}/`))) return path
  const known = (key: string, name: string): string => (text.has(key) ? text.say(key, { n: 1 }) : name)
  const [field, ...inner] = path.slice(record.path.length + 1).split('/')
  const title = `${known(`field.${record.name}`, record.name)} ${record.path.split('/').at(-1) ?? ''}`
  if (!field) return title
  return `${title} · ${[known(`field.${record.name}.${field}`, field), ...inner].join(' ')}`
}

/** The name that a repair gives in place of one that is not there; undefined for other repairs. */
export const nearestOf = (fix: Located['fix']): string | undefined =>
  fix?.id === 'reference.nearest' ? String(fix.params['to']) : undefined

/**
 * The sentence of a problem, which names objects, not paths: `Areal 637`, where the path is `areals/637`; then the name
 * that may be meant.
 */
export function problemSentence(text: Text, { code, params, record, fix }: Located): string {
  const named = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' && (name === 'path' || name === 'record') ? objectWords(text, value, record) : value,
  ])
  const sentence = text.say(`problem.${code}`, Object.fromEntries(named))
  const near = nearestOf(fix)
  return near === undefined ? sentence : `${sentence} ${text.say('ui.problems.nearest', { to: near })}`
}
