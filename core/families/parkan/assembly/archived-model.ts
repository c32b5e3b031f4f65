import type { Opened, PaintedModel } from '../../../format'
import { modelPaints, modelScene } from '../model/model-scene'
import { chunkOfModel } from './prototype-model'

/** Type of the chunk of nodes. */
const NODES = 1

/** The model of a row that is an archive of the chunks of one (parkan 6.1); undefined of other archives. */
export async function archivedModel(entry: Opened): Promise<PaintedModel | undefined> {
  if (entry.container === null || !/\.msh$/i.test(entry.name)) return undefined
  const nodes = await chunkOfModel(entry, NODES)
  const item = nodes && (await modelScene(nodes)).find(one => one.kind === 'mesh')
  return item && nodes && { item, paints: await modelPaints(nodes) }
}
