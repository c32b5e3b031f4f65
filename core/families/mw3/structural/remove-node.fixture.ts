import { assignAll, type Value } from '../../../layout'
import type { Fields, Step } from './steps.fixture'

type Remap = (list: Value | undefined) => number[]

/** A slot after the deletion of another one: its lists have other lengths, and its place follows. */
function slotAfter(slot: Fields, data: Fields, next: (index: number) => number): Fields {
  const isUsed = slot['action_priority'] === 1
  const isEmpty = isUsed && slot['node_class'] === 0
  if (isEmpty) return { ...slot, link: next(Number(slot['link'])) }
  // Places and free links are left out.
  if (!isUsed) return { ...slot, link: 0 }
  const [up, down] = ['parent_indices', 'child_indices'].map(name => (data[name] as readonly Value[]).length)
  return {
    ...slot,
    link: 0,
    parent_count: up ?? 0,
    parent_array_ptr: up === 0 ? 0 : (slot['parent_array_ptr'] ?? 0),
    child_count: down ?? 0,
    child_array_ptr: down === 0 ? 0 : (slot['child_array_ptr'] ?? 0),
  }
}

/** The record of a class with other numbers of nodes in its own lists. */
function classAfter(data: Value | undefined, remap: Remap): Value {
  const fields = (data ?? {}) as Fields
  if ('light_parents' in fields) return { ...fields, light_parents: remap(fields['light_parents']) }
  if (!('partitions' in fields)) return fields
  const partitions = (fields['partitions'] as readonly Fields[]).map(cell => {
    const list = remap(cell['node_indices'])
    return {
      ...cell,
      node_count: list.length,
      nodes_ptr: list.length === 0 ? 0 : (cell['nodes_ptr'] ?? 0),
      node_indices: list,
    }
  })
  return {
    ...fields,
    partitions,
    light_indices: remap(fields['light_indices']),
    sound_indices: remap(fields['sound_indices']),
  }
}

/** Deletes a node without children: later slots move up, their numbers become less everywhere, a free slot is put at the end. */
export const removeNode =
  (slot: number): Step =>
  opened => {
    const next = (index: number): number => (index > slot ? index - 1 : index)
    const remap: Remap = list => ((list ?? []) as readonly number[]).filter(index => index !== slot).map(next)
    const root = opened.root.value as Fields
    const [slots, allData, models] = ['nodes', 'node_data', 'models'].map(name => root[name] as readonly Fields[])
    if (!slots || !allData || !models) throw new Error('not a world')
    const model = Number(slots[slot]?.['model_index'] ?? -1)
    const data = allData
      .filter((_, at) => at !== slot)
      .map(one => ({
        ...('class_data' in one && { class_data: classAfter(one['class_data'], remap) }),
        parent_indices: remap(one['parent_indices']),
        child_indices: remap(one['child_indices']),
      }))
    const kept = slots.filter((_, at) => at !== slot).map((one, at) => slotAfter(one, data[at] ?? {}, next))
    const value = {
      ...root,
      node_last_free: Number(root['node_last_free']) - 1,
      models: models.map((one, at) => (at === model ? { ...one, parent_count: Number(one['parent_count']) - 1 } : one)),
      nodes: [...kept, { ...slots.at(-1), link: 0 }],
      node_data: [...data, { parent_indices: [], child_indices: [] }],
    }
    return assignAll(opened, [{ path: '', value }])
  }
