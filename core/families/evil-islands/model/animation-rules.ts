import type { Opened, Problem } from '../../../format'
import { numberOf, placeOf } from '../../../format/fields'
import { reportOn, type Report } from '../../../format/report'
import { document, type Document } from '../../../layout'
import { DATABASES, rowIn } from '../lookup'
import { ADB, isShortVariant } from '../animation-db/adb'
import { clipNames } from '../animation-db/adb-rules'
import { nameKey, sameName, stem } from '../names'
import { trackLayout } from './anm'
import { keysOf, modelBeside, morphVectors, type Model } from './model-files'

/** Tracks of a clip have one number of keys (evil-islands 10). */
export function checkClip(clip: Opened, tracks: readonly Opened[], report: Report): void {
  const counts = new Set(tracks.map(({ head }) => keysOf(head)))
  if (counts.size > 1) report.warning('anm.clip', { clip: clip.name }, {})
}

/** What the clips of a model need of the model and of its animation database (evil-islands 10). */
export async function checkClips(entry: Opened, clips: readonly Opened[]): Promise<readonly Problem[]> {
  const model = await modelBeside(entry)
  const listed = await listedClips(entry)
  const found = await Promise.all(
    clips.map(async clip => {
      const report = reportOn(clip)
      if (listed && !listed.has(nameKey(clip.name)))
        report.warning('anm.unlisted', { clip: clip.name, database: `${stem(entry.name)}.adb` }, {})
      const tracks = model ? (await clip.entries()).map(track => checkTrackOf(model, track)) : []
      return [...report.problems(), ...tracks.flat()]
    }),
  )
  return found.flat()
}

/** Names of the clips that the animation database of a model lists; undefined where there is none that can be read. */
async function listedClips(entry: Opened): Promise<ReadonlySet<string> | undefined> {
  const database = await rowIn(entry, DATABASES, `${stem(entry.name)}.adb`)
  if (!database || isShortVariant(database)) return undefined
  const opened = document(ADB, database.bytes)
  return opened.isWhole ? new Set(clipNames(opened).map(nameKey)) : undefined
}

/** A track moves a part of the model, and has as many vectors for each frame as the mesh names. */
function checkTrackOf({ parts, mesh }: Model, track: Opened): readonly Problem[] {
  const report = reportOn(track)
  const part = mesh(track.name)
  const opened = document(trackLayout(track), track.bytes)
  if (!parts.some(name => sameName(name, track.name))) report.warning('anm.part', { part: track.name }, {})
  else if (part && opened.isWhole) checkMorphs(part, opened, report)
  return report.problems()
}

function checkMorphs(mesh: Opened, { root }: Document, report: Report): void {
  const found = numberOf(root, 'morph_vertex_count')
  const needed = morphVectors(mesh)
  if (!(numberOf(root, 'morph_frame_count') > 0) || needed === undefined || found === needed) return
  report.error('anm.morphs', { found, needed }, placeOf(root, 'morph_vertex_count'))
}
