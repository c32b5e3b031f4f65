import type { MeshAnimation, MeshItem, Words } from '@areal-studio/core/format'
import type { MeshSelection } from '../scene/mesh-scene'

type Keys = NonNullable<MeshAnimation['keys']>

/** A key that can be added to a node at a frame. */
export interface NewKey {
  readonly adding: NonNullable<Keys['adding']>
  readonly node: number
  readonly frame: number
  /** The number that it will have. */
  readonly key: number
}

const refused = (code: string, params: Words['params'] = {}): Words => ({ code: `ui.model.add-key.${code}`, params })

/** The key that the selected node can be given at a frame, or the reason why there is none. */
export function newKey({ animation, nodes }: MeshItem, { node }: MeshSelection, frame: number): NewKey | Words {
  const keys = animation?.keys
  if (!keys) return refused('none')
  const { adding, times } = keys
  if (!adding) return refused('fixed')
  if (node === undefined || node >= nodes.count) return refused('node')
  const [start, end] = [keys.starts[node] ?? 0, keys.ends[node] ?? 0]
  const own = times.subarray(start, end)
  const there = own.indexOf(frame)
  const name = nodes.names[node] ?? ''
  if (there >= 0) return refused('there', { name, key: start + there, frame })
  return { adding, node, frame, key: start + own.findLastIndex(time => time < frame) + 1 }
}

/** The key with the pose of the selected one that its node can be given at a frame, or the reason why there is none. */
export function copiedKey(item: MeshItem, { node, key }: MeshSelection, frame: number): NewKey | Words {
  const made = newKey(item, node === undefined ? {} : { node }, frame)
  const keys = item.animation?.keys
  if (!keys?.duplicating || node === undefined) return 'code' in made ? made : refused('fixed')
  const isOwn = key !== undefined && key >= (keys.starts[node] ?? 0) && key < (keys.ends[node] ?? 0)
  if (!isOwn) return { code: 'ui.model.duplicate-key.key', params: {} }
  return 'code' in made ? made : { ...made, adding: keys.duplicating }
}

/** The selected key, where it can be deleted: the first one of a node stays. */
export function removableKey({ animation }: MeshItem, { node, key }: MeshSelection): number | undefined {
  const keys = animation?.keys
  if (keys?.removal === undefined || node === undefined || key === undefined) return undefined
  return key > (keys.starts[node] ?? 0) && key < (keys.ends[node] ?? 0) ? key : undefined
}
