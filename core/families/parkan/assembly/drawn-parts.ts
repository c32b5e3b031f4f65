import { numberOf, textOf } from '../../../format/fields'
import type { Node } from '../../../layout'

const [CHASSIS, TURRET, CANNON] = [0, 1, 4]

/**
 * Whether a record of a unit sits on a node of the model of the record above it; other parts are in a slot of its
 * controller. Guns of the game that have another type are known by their names (parkan 6.13).
 */
export const sitsOnNode = (part: Node): boolean =>
  [TURRET, CANNON].includes(numberOf(part, 'type')) || /^e_gun_/i.test(textOf(part, 'name'))

/** Whether a record is drawn from outside. The first one is the unit itself, whatever its type (parkan 6.13). */
export const isDrawn = (part: Node, record: number): boolean =>
  record === 0 || numberOf(part, 'type') === CHASSIS || sitsOnNode(part)
