import type { Edit } from '../../../edit'
import { StudioError, type EntryInfo, type Format, type Opened, type Params } from '../../../format'
import { assign, document, locate, own, type AnyLayout } from '../../../layout'
import { MODEL_OPERATIONS } from './edit/operations'
import { MODEL_TYPES, isModelChunk, modelKind } from './model-chunks'
import { POSE, samplePose } from './model-animation'
import { checkModelChunk } from './model-rules'
import { modelPaints, modelScene } from './model-scene'

/** The number that the directory row gives, or 0. */
function numberIn(entry: EntryInfo, name: string): number {
  const value = own(entry.attributes, name)
  return typeof value === 'number' ? value : 0
}

/** The layout of a chunk of a model by its directory row; two tables in one chunk are counted by `attr1` and `attr2`. */
function modelLayout(entry: EntryInfo, type: number): AnyLayout {
  const kind = modelKind(type, numberIn(entry, 'attr3'))
  if (!kind) throw new StudioError('format.no-layout', { type })
  return kind.layout(numberIn(entry, 'attr1'), type === 17 ? numberIn(entry, 'attr2') : 0)
}

/** Puts the number of a fix into its field. */
async function repairField(entry: Opened, type: number, id: string, params: Params): Promise<readonly Edit[]> {
  const { path, value } = params
  const opened = document(modelLayout(entry, type), entry.bytes)
  if (id !== 'model.set-field' || typeof path !== 'string' || typeof value !== 'number' || !locate(opened, path))
    throw new StudioError('repair.unknown', { id })
  return [{ entry: entry.path, base: 0, splices: assign(opened, path, value).splices }]
}

/** One chunk of a model (parkan 6). */
const chunkFormat = (type: number): Format => ({
  id: `parkan.model.${type}`,
  match: entry => isModelChunk(entry, type),
  layout: entry => modelLayout(entry, type),
  check: entry => checkModelChunk(entry, type),
  operations: own(MODEL_OPERATIONS, String(type)) ?? [],
  ...(type === 1 && {
    outline: [{ array: 'nodes', parent: 'parent', isFlat: true }],
    scene: modelScene,
    paints: modelPaints,
    samplers: { [POSE]: samplePose },
  }),
  ...(type === 13 && { repair: (entry, fix) => repairField(entry, type, fix.id, fix.params) }),
})

/** Chunks of models, then the ones whose type no model of the game has. */
export const MODEL_FORMATS: readonly Format[] = [
  ...MODEL_TYPES.map(chunkFormat),
  { id: 'parkan.model-chunk', match: entry => isModelChunk(entry) },
]
