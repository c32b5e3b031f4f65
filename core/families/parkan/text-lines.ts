import {
  array,
  decodeText,
  line,
  struct,
  textLine,
  toEnd,
  type AnyLayout,
  type Bytes,
  type LineParts,
} from '../../layout'

/** One line of a text file: where it lies, its words and how it ends. */
export interface TextLine {
  readonly number: number
  readonly offset: number
  /** Without the line end. */
  readonly size: number
  readonly text: string
}

/** Lines of a cp1251 text; one that ends with a line end has no empty line behind it. */
export function textLines(bytes: Bytes): TextLine[] {
  const lines: TextLine[] = []
  for (let offset = 0; offset < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, offset)
    const end = newline < 0 ? bytes.length : newline
    const size = (newline >= 0 && end > offset && bytes[end - 1] === 0x0d ? end - 1 : end) - offset
    lines.push({
      number: lines.length,
      offset,
      size,
      text: decodeText(bytes.subarray(offset, offset + size), 'cp1251'),
    })
    offset = end + 1
  }
  return lines
}

/** Place of a line in the entry. */
export const linePlace = (line: TextLine) => ({
  path: `lines/${line.number}`,
  range: [line.offset, line.size] as const,
})

/**
 * Layout of a cp1251 text of this name: its lines, each with its end, those that divide in one of the ways `forms` by
 * their texts. `source`: section of the format notes that describes the lines.
 */
export function textLayout(name: string, source: string, forms: readonly LineParts[] = []): () => AnyLayout {
  const meta = { certainty: 'confirmed', source } as const
  const words = { ...meta, doc: `field.${name}.line` }
  const [parts, ...or] = forms.map(form =>
    form.map(part => (typeof part === 'string' ? part : { ...part, doc: part.doc ?? `field.${name}.${part.name}` })),
  )
  const element: AnyLayout = parts ? textLine({ ...words, parts, or }) : line(words)
  const whole = struct(name, { lines: array(element, toEnd, meta) })
  return () => whole
}
