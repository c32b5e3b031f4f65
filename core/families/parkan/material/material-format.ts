import type { EntryInfo, Format } from '../../../format'
import { typeIdOf } from '../nres/directory'
import { reportOn } from '../../../format/report'
import { materialLayout } from './material'
import { checkMaterial } from './material-rules'

/** The version of a material is attr2 of its directory row; all of the game's are 6. */
export function materialVersion(entry: EntryInfo): number {
  const version = entry.attributes['attr2']
  return typeof version === 'number' ? version : 6
}

/** Materials: rows of type `MAT0` (parkan 8.2). */
export const MATERIAL: Format = {
  id: 'parkan.material',
  match: entry => entry.container !== null && entry.attributes['type_id'] === typeIdOf('MAT0'),
  layout: entry => materialLayout(materialVersion(entry)),
  async check(entry) {
    const report = reportOn(entry)
    await checkMaterial(entry, materialLayout(materialVersion(entry)), report)
    return report.problems()
  },
}
