import type { Report } from '../../../format/report'
import { isTailed, read, type Bytes, type Layout, type TextValue } from '../../../layout'

/**
 * A name of fixed size: a NUL within it, ASCII before it, and behind it what the encoding fills in (mw3 1.1). `at` is
 * the offset of the field, `path` its node path, `row` the row of an archive
 * that has it.
 */
export function checkName(
  report: Report,
  bytes: Bytes,
  code: string,
  layout: Layout<TextValue>,
  at: number,
  path: string,
  row?: number,
): void {
  const size = layout.fixedSize ?? 0
  const stored = bytes.subarray(at, at + size)
  const end = stored.indexOf(0)
  const isAscii = stored.subarray(0, end < 0 ? size : end).every(byte => byte < 0x80)
  if (end < 0 || !isAscii || isTailed(read(layout, stored)))
    report.error(
      code,
      { field: 'name' },
      { ...(path !== '' && { path }), range: [at, size], ...(row !== undefined && { row }) },
    )
}
