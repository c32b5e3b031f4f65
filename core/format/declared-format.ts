import { document, type AnyLayout, type Document } from '../layout'
import { isExplained } from './fields'
import type { EntryInfo, Format, Opened } from './format'
import { reportOn, type Report } from './report'

interface Declared {
  readonly id: string
  match(entry: EntryInfo): boolean
  layout(entry: EntryInfo): AnyLayout
  /** Codes of the first fault of bytes that the layout does not explain. */
  readonly codes: { readonly cut: string; readonly trailing: string }
  /** Rules of a whole document. Called only where every byte is explained. */
  rules?(opened: Document, report: Report, entry: Opened): Promise<void> | void
}

/**
 * A format that consists of a layout and rules. `check` reports the first fault of the bytes; the rules run only where
 * there is none.
 */
export const declaredFormat = ({ id, match, layout, codes, rules }: Declared): Format => ({
  id,
  match,
  layout,
  async check(entry) {
    const report = reportOn(entry)
    const opened = document(layout(entry), entry.bytes)
    if (isExplained(opened, codes, report)) await rules?.(opened, report, entry)
    return report.problems()
  },
})
