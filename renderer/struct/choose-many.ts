import { ListChoice, type Choice } from '../state/choice'

/** Array and number of a record by its path: `records/637`. Undefined for what is no record of an array. */
function recordOf(path: string): { readonly array: string; readonly record: number } | undefined {
  const at = path.lastIndexOf('/')
  const last = path.slice(at + 1)
  return at > 0 && /^\d+$/.test(last) ? { array: path.slice(0, at), record: Number(last) } : undefined
}

/** The paths of all records of one array from one to another; none where they are not records of one. */
function recordsBetween(from: string, to: string): readonly string[] {
  const [a, b] = [recordOf(from), recordOf(to)]
  if (!a || !b || a.array !== b.array) return []
  const least = Math.min(a.record, b.record)
  return Array.from({ length: Math.abs(a.record - b.record) + 1 }, (_, i) => `${a.array}/${least + i}`)
}

/** Presses on lines of the struct tree. Only records of one array are chosen together, any other line alone. */
export class StructChoice {
  private readonly list = new ListChoice<string>(recordsBetween)

  /** The selected paths after a press on a line; undefined where that line is selected alone. */
  press(
    { path, paths }: { readonly path: string | null; readonly paths: readonly string[] },
    pressed: string,
    choice: Choice,
  ): { readonly path: string; readonly paths: readonly string[] } | undefined {
    const isBeside = path !== null && recordsBetween(path, pressed).length > 0
    const { rows, primary } = this.list.press(
      { rows: isBeside ? paths : [], primary: isBeside ? path : undefined },
      pressed,
      choice,
    )
    const isAlone = rows.length < 2 && (primary ?? pressed) === pressed
    return isAlone || primary === undefined ? undefined : { path: primary, paths: rows }
  }
}
