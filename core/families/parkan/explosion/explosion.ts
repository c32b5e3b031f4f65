import type { Opened } from '../../../format'
import { array, f32, i32, struct, unknown, type Document, type Meta } from '../../../layout'
import { declaredFormat } from '../../../format/declared-format'
import { numberOf, placeOf, records } from '../../../format/fields'
import { typeIdOf } from '../nres/directory'
import { Reference } from '../parts/parts'
import { checkReference } from '../references'
import type { Report } from '../../../format/report'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 9.5' }
const UNKNOWN: Meta = { certainty: 'unknown', source: 'parkan 9.5' }

/** EXPL (`.exp`), 792 bytes: what bursts, and the effect for each ground surface (parkan 9.5). */
export const EXPLOSION = struct('explosion', {
  kind: i32({ values: { 1: 'nothing', 2: 'direct_hit', 3: 'area' }, ...KNOWN }),
  damage: f32(KNOWN),
  radius: f32(KNOWN),
  unk_12: unknown(f32(UNKNOWN)),
  unk_16: unknown(f32(UNKNOWN)),
  placement: i32(KNOWN),
  effects: array(Reference, 12, KNOWN),
})

async function checkExplosion(opened: Document, report: Report, entry: Opened): Promise<void> {
  const kind = numberOf(opened.root, 'kind')
  if (kind < 1 || kind > 3) report.warning('explosion.kind', { kind }, placeOf(opened.root, 'kind'))
  for (const effect of records(opened, 'effects'))
    await checkReference(entry, effect, { path: '', code: 'explosion.reference' }, report)
}

/** Rows of type `EXPL`. */
export const EXPLOSION_FORMAT = declaredFormat({
  id: 'parkan.explosion',
  match: ({ container, attributes }) => container !== null && attributes['type_id'] === typeIdOf('EXPL'),
  layout: () => EXPLOSION,
  codes: { cut: 'explosion.cut', trailing: 'explosion.trailing' },
  rules: checkExplosion,
})
