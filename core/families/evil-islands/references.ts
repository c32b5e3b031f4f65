import type { Meta } from '../../layout'

/**
 * What values of one entry name in others, or in the same by something else than a place in an array (evil-islands 21):
 * - `animation` a clip of the model's ANM; `body-part` a part of the object's model; `box` a box of the script diagram;
 * - `item` an item, with material, number and spell behind it (`item.material[2][spell{modifier}]`);
 * - `land-texture` the texture `<terrain>NNN` of that number, `land-textures` as many of them; `layer` one of the walk graph;
 * - `map-value` files, textures and a camera of a list of maps; `material` a file of `materials.res`; `mesh` that of a part;
 * - `mesh-position`, `mesh-normal` a lane of a block; `model` a MOD or LNK; `modifier`, `perk`, `quest`, `race`, `spell`,
 *   `unit` a record of a database; `morph-vector` a vector of each frame of the part's tracks; `part` one of the same list;
 * - `player` a player of the map by number; `race-skin` a texture of the race by number; `sound`, `text`, `texture` an entry.
 * Names have no ending, and ASCII letters no case.
 */
export type Reference =
  | 'animation'
  | 'body-part'
  | 'box'
  | 'item'
  | 'land-texture'
  | 'land-textures'
  | 'layer'
  | 'map-value'
  | 'material'
  | 'mesh'
  | 'mesh-normal'
  | 'mesh-position'
  | 'model'
  | 'modifier'
  | 'morph-vector'
  | 'part'
  | 'perk'
  | 'player'
  | 'quest'
  | 'race'
  | 'race-skin'
  | 'sound'
  | 'spell'
  | 'text'
  | 'texture'
  | 'unit'

/** Declares what a value names. */
export const naming = (by: Reference): Meta => ({ refers: { by } })
