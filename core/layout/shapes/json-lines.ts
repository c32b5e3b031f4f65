/** One line of JSON; an empty one without blanks. */
export const jsonLine = (open: string, close: string, parts: readonly string[]): string =>
  parts.length === 0 ? (open + close).replaceAll(' ', '') : open + parts.join(', ') + close

const LINE_OF_TABLE = 32

/** Numbers on one line; of more than two lines' worth, thirty-two to each: an editor breaks at lines of megabytes. */
export function jsonTable(parts: readonly string[], margin: string): string {
  if (parts.length <= 2 * LINE_OF_TABLE) return jsonLine('[', ']', parts)
  const lines: string[] = []
  for (let at = 0; at < parts.length; at += LINE_OF_TABLE) lines.push(parts.slice(at, at + LINE_OF_TABLE).join(', '))
  return `[${margin}  ${lines.join(`,${margin}  `)}${margin}]`
}

/** Parts on a line each, one step further in than `margin`. */
export function jsonSpread(
  open: string,
  close: string,
  count: number,
  margin: string,
  part: (index: number, margin: string) => string,
): string {
  const inner = `${margin}  `
  let text = open
  for (let index = 0; index < count; index++) text += (index > 0 ? `,${inner}` : inner) + part(index, inner)
  return text + (count > 0 ? margin + close : close)
}
