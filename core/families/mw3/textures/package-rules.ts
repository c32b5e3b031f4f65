import type { Place, Report } from '../../../format/report'
import { rangeOf, type Bytes, type Document, type Node } from '../../../layout'
import { one, range } from '../rules/expected'
import { checkName } from '../rules/name-rules'
import { expectNode, failNode } from '../rules/record-rules'
import { HEADER_SIZE, PackageHeader, PackageName, PackageRecord, packageOf, ROW_SIZE } from './package-rows'

/** Header and directory of a package (mw3 17.6, P1 to P3). */
export function checkPackage(bytes: Bytes, report: Report): void {
  const found = packageOf(bytes)
  if (!found) {
    report.error('mw3.P1', { field: 'texture_count', value: '', expected: `≤ ${bytes.length}` }, {})
    return
  }
  const { header, rows, body, sizes } = found
  const fail = (field: keyof typeof header, expected: string): void =>
    report.error('mw3.P1', { field, value: header[field], expected }, { range: rangeOf(0, PackageHeader, field) })
  if (header.has_entries !== 1) fail('has_entries', '1')
  if (header.texture_count === 0) fail('texture_count', '> 0')
  for (const field of ['zero_16', 'zero_20'] as const) if (header[field] !== 0) fail(field, '0')
  let expected = body
  rows.forEach(({ start, palette_index }, row) => {
    const at = HEADER_SIZE + row * ROW_SIZE
    const place = (field: 'start' | 'palette_index'): Place => ({ range: rangeOf(at, PackageRecord, field), row })
    checkName(report, bytes, 'mw3.P2', PackageName, rangeOf(at, PackageRecord, 'name')[0], '', row)
    if (palette_index < -1 || palette_index >= header.global_palette_count)
      report.error(
        'mw3.P2.palette',
        { palette: palette_index, count: header.global_palette_count },
        place('palette_index'),
      )
    if (start !== expected) report.error('mw3.P3', { start, expected }, place('start'))
    expected = start + (sizes[row] ?? 0)
  })
}

/** Flags and pixels of a texture (mw3 17.6, P3 to P5); `palette` is the palette of its row. */
export function checkTexture(opened: Document, report: Report, palette: number | undefined): void {
  const field = (name: string): Node | undefined => opened.root.childNamed(name)
  const flags = field('flags')
  const bits = Number(flags?.value)
  const count = Number(field('palette_count')?.value)
  if (flags) {
    const hasOneKind = ((bits & 2) !== 0) !== ((bits & 4) !== 0)
    const isGlobal = (bits & 0x10) !== 0
    if ((bits & ~0xff) !== 0 || (bits & 1) === 0 || !hasOneKind || ((bits & 8) !== 0 && (bits & 2) === 0))
      failNode(report, flags, 'mw3.P4', '0x1 + 0x2 | 0x4 (+ 0x8 ⇒ 0x2)')
    else if (palette !== undefined && isGlobal !== palette >= 0)
      failNode(report, flags, 'mw3.P4', palette >= 0 ? '⊇ 0x10' : '∌ 0x10')
    expectNode(report, field('palette_count'), 'mw3.P4', isGlobal ? range(1, 256) : range(0, 256))
  }
  expectNode(report, field('zero_8'), 'mw3.P4', one(0))
  expectNode(report, field('stretch'), 'mw3.P4', range(0, 3))
  const fault = opened.isWhole ? undefined : opened.findings[0]
  if (fault) {
    const size = Math.max(0, Math.min(fault.size, opened.bytes.length - fault.offset))
    const code = fault.what === 'trailing' ? 'mw3.P3.trailing' : 'mw3.H11'
    report.error(code, { size: opened.bytes.length }, size > 0 ? { range: [fault.offset, size] } : {})
    return
  }
  const pixels = field('pixels')
  if (!pixels || count === 0) return
  const stored = opened.bytes.subarray(pixels.offset, pixels.offset + pixels.size)
  const wrong = stored.findIndex(index => index >= count)
  if (wrong >= 0)
    report.error('mw3.P5', { index: stored[wrong] ?? 0, count }, { path: 'pixels', range: [pixels.offset + wrong, 1] })
}
