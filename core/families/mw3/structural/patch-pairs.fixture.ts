import { apply } from '../../../edit'
import type { Bytes } from '../../../layout'
import { ordersLaw, patchOf, type Image } from '../../../patch/record-laws.fixture'
import { GAMEZ } from '../gamez/gamez'
import { worldOf } from '../operations/world-edit'
import { randomEdit } from './random-edits.fixture'

/** Most edits that one of the patches consists of. */
const MOST_EDITS = 3

/**
 * Pairs of patches of one to three random structural edits of a world each: adds, deletes and moves of nodes, vertices and
 * polygons of its models, textures, materials. Throws where the order of a pair makes a difference. Returns how often
 * each outcome came.
 */
export async function patchPairs(
  world: Bytes,
  pairs: number,
  random: () => number,
): Promise<ReadonlyMap<string, number>> {
  const pristine: Image = { bytes: world, moves: [], layout: GAMEZ }
  const edited = async (): Promise<{ readonly image: Image; readonly names: readonly string[] }> => {
    let image = pristine
    const names: string[] = []
    const edits = 1 + Math.floor(random() * MOST_EDITS)
    for (let edit = 0; edit < edits; edit++) {
      const { name, splices, moves } = await randomEdit(worldOf(image.bytes), random)
      image = { ...image, bytes: apply(image.bytes, splices), moves: [...image.moves, ...moves] }
      names.push(name)
    }
    return { image, names }
  }
  const outcomes = new Map<string, number>()
  for (let pair = 0; pair < pairs; pair++) {
    const [one, other] = [await edited(), await edited()]
    try {
      const outcome = ordersLaw(pristine, patchOf(pristine, one.image), patchOf(pristine, other.image))
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      throw new Error(`pair ${pair}, ${one.names.join(' + ')} and ${other.names.join(' + ')}: ${error.message}`, {
        cause: error,
      })
    }
  }
  return outcomes
}
