import type { Opened } from '../../../format'
import { document, locate, type AnyLayout, type Document } from '../../../layout'
import { isExplained, numberOf, placeOf, records, recordsOf, textOf } from '../../../format/fields'
import type { Report } from '../../../format/report'

/** The game refuses this many animation blocks and more. */
const TOO_MANY_ANIMATIONS = 20
/** Names that the game sets for its libraries (parkan 8.3). */
const TEXTURES = 'Textures.lib'

/** Rules of a material (parkan 8.2). */
export async function checkMaterial(entry: Opened, layout: AnyLayout, report: Report): Promise<void> {
  const { bytes } = entry
  if (bytes.length < 4) {
    report.error('material.header-cut', { size: bytes.length }, { range: [0, bytes.length] })
    return
  }
  const opened = document(layout, bytes)
  const animations = numberOf(opened.root, 'anim_count')
  if (animations >= TOO_MANY_ANIMATIONS)
    report.error(
      'material.animations',
      { count: animations, most: TOO_MANY_ANIMATIONS - 1 },
      placeOf(opened.root, 'anim_count'),
    )
  await checkTextures(entry, opened, report)
  if (isExplained(opened, { cut: 'material.cut', trailing: 'material.trailing' }, report)) checkKeys(opened, report)
}

/** A texture is named with its dot, and is in the library. */
async function checkTextures(entry: Opened, opened: Document, report: Report): Promise<void> {
  const textures = await entry.archive(TEXTURES)
  for (const phase of records(opened, 'phases')) {
    const texture = textOf(phase, 'texture')
    if (texture === '') continue
    const params = { phase: phase.name, texture }
    if (!texture.includes('.')) report.warning('material.texture-name', params, placeOf(phase, 'texture'))
    else if (textures && !(await textures.row(texture)))
      report.warning('material.texture-missing', { ...params, library: TEXTURES }, placeOf(phase, 'texture'))
  }
}

/** Keys name phases that are there, and their times do not go back. */
function checkKeys(opened: Document, report: Report): void {
  const phases = locate(opened, 'phases')?.childCount ?? 0
  for (const block of records(opened, 'animations')) {
    const mode = numberOf(block, 'head/mode')
    if (mode > 3) report.warning('material.mode', { block: block.name, mode }, placeOf(block, 'head'))
    let before = 0
    for (const key of recordsOf(block, 'keys')) {
      const place = { block: block.name, key: key.name }
      const phase = numberOf(key, 'phase')
      if (phase >= phases) report.warning('material.key-phase', { ...place, phase, phases }, placeOf(key, 'phase'))
      const time = numberOf(key, 'time')
      if (time < before) report.warning('material.key-time', { ...place, time, before }, placeOf(key, 'time'))
      before = time
    }
  }
}
