import { array, struct, toEnd, vec3, type Meta } from '../../../layout'

const KNOWN: Meta = { certainty: 'confirmed', source: 'evil-islands 8' }

/** The place of a part relative to the part above, for each corner of its shape (evil-islands 8). */
export const BON = struct('bon', { offsets: array(vec3(KNOWN), toEnd, KNOWN) })
