/** Array and number of a record by its path: `records/637`. Undefined for what is no record of an array. */
function recordOf(path: string): { readonly array: string; readonly record: number } | undefined {
  const at = path.lastIndexOf('/')
  const last = path.slice(at + 1)
  return at > 0 && /^\d+$/.test(last) ? { array: path.slice(0, at), record: Number(last) } : undefined
}

/** What Shift and Ctrl mean in every list: all records up to the one that is pressed, or one more or one less. */
export type ManyMode = 'range' | 'toggle'
export const manyMode = (event: {
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}): ManyMode | undefined => (event.ctrlKey || event.metaKey ? 'toggle' : event.shiftKey ? 'range' : undefined)

/**
 * The selected records after one more is pressed, the pressed one as `path`. Only records of one array are selected
 * together: undefined where the pressed line is no record beside the primary one.
 */
export function chosenMany(
  { path: primary, paths }: { readonly path: string | null; readonly paths: readonly string[] },
  pressed: string,
  mode: ManyMode,
): { readonly path: string; readonly paths: readonly string[] } | undefined {
  const from = primary === null ? undefined : recordOf(primary)
  const to = recordOf(pressed)
  if (!from || !to || from.array !== to.array) return undefined
  if (mode === 'range') {
    const least = Math.min(from.record, to.record)
    const count = Math.abs(from.record - to.record) + 1
    return { path: primary ?? pressed, paths: Array.from({ length: count }, (_, i) => `${to.array}/${least + i}`) }
  }
  const others = paths.filter(path => path !== pressed)
  if (others.length === paths.length) return { path: pressed, paths: [...paths, pressed] }
  const last = others.at(-1)
  return last === undefined ? undefined : { path: last, paths: others }
}
