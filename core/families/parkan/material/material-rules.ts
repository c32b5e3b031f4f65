import { document, type Bytes } from '../../../layout'
import type { Report } from '../report'
import { materialLayout, materialPhases, textureNamePlace } from './material'

/** The game refuses this many animation blocks and more. */
const TOO_MANY_ANIMATIONS = 20

/** Rules of a material (parkan 8.2). */
export function checkMaterial(bytes: Bytes, version: number, report: Report): void {
  if (bytes.length < 4) {
    report.error('material.header-cut', { size: bytes.length }, { range: [0, bytes.length] })
    return
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const animations = view.getUint16(2, true)
  if (animations >= TOO_MANY_ANIMATIONS) {
    report.error(
      'material.animations',
      { count: animations, most: TOO_MANY_ANIMATIONS - 1 },
      { path: 'anim_count', range: [2, 2] },
    )
  }
  materialPhases(bytes, version).forEach(({ texture }, phase) => {
    if (texture === '' || texture.includes('.')) return
    report.warning(
      'material.texture-name',
      { phase, texture },
      { path: `phases/${phase}/texture`, range: textureNamePlace(version, phase) },
    )
  })
  const opened = document(materialLayout(version), bytes)
  const fault = opened.isWhole ? undefined : opened.findings[0]
  if (!fault) {
    checkKeys(bytes, version, report)
    return
  }
  const place = { path: fault.path, range: [fault.offset, Math.min(fault.size, bytes.length - fault.offset)] as const }
  if (fault.what === 'trailing') report.error('material.trailing', { n: fault.size }, { range: place.range })
  else report.error('material.cut', { size: bytes.length }, place)
}

/** Keys must name phases that are there. */
function checkKeys(bytes: Bytes, version: number, report: Report): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const phases = view.getUint16(0, true)
  let at = textureNamePlace(version, phases - 1).reduce((offset, size) => offset + size, 0)
  for (let block = 0; block < view.getUint16(2, true); block++) {
    const keys = view.getUint16(at + 4, true)
    for (let key = 0; key < keys; key++) {
      const place = at + 6 + 6 * key
      const phase = view.getUint16(place, true)
      if (phase >= phases)
        report.warning(
          'material.key-phase',
          { block, key, phase, phases },
          { path: `animations/${block}/keys/${key}/phase`, range: [place, 2] },
        )
    }
    at += 6 + 6 * keys
  }
}
