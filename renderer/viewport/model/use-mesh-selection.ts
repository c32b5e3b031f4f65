import { computed, shallowRef, type Ref } from 'vue'
import type { MeshItem, RecordArray } from '@areal-studio/core/format'
import { useSelection } from '../../state/selection.store'
import type { MeshHit } from '../geometry/mesh-picker'
import { headOf, meshSelection, type MeshSelection } from '../scene/mesh-scene'

const hasNoRecords = ({ array }: RecordArray): boolean => array === ''

/** What of a model is selected, by the selected record. */
export function useMeshSelection(item: Readonly<Ref<MeshItem>>) {
  const selection = useSelection()
  /** Of several nodes of the selected record the one that was chosen. */
  const within = shallowRef<number>()
  const selected = computed<MeshSelection>(() => {
    const found = meshSelection(item.value, selection.entry, selection.path) ?? {}
    const inner = within.value
    // Its nodes are no records of the entry: the selected one is known here alone.
    if (hasNoRecords(item.value.nodes))
      return inner !== undefined && selection.entry === item.value.nodes.entry ? { node: inner } : {}
    const isInside = inner !== undefined && inner !== found.node && headOf(item.value, inner) === found.node
    return isInside ? { node: inner } : found
  })

  const select = (of: RecordArray, record: number): void =>
    selection.select({ entry: of.entry, path: hasNoRecords(of) ? null : `${of.array}/${record}` }, 'viewport')

  function selectNode(node: number): void {
    within.value = node
    select(item.value.nodes, item.value.nodes.records?.[node] ?? node)
  }

  return {
    selected,
    select,
    selectNode,
    selectRecord: (record: number): void => select(item.value, record),
    /** What a press on a triangle means: first all that belongs together, then the node or the record that was met. */
    selectHit(hit: MeshHit): void {
      const { node, record } = selected.value
      const head = headOf(item.value, hit.node)
      if (item.value.nodes.records) {
        const isSame = node !== undefined && headOf(item.value, node) === head
        selectNode(isSame && node !== hit.node ? hit.node : head)
      } else if (hasNoRecords(item.value)) selectNode(hit.node)
      else if (node === hit.node && record !== hit.record) select(item.value, hit.record)
      else selectNode(hit.node)
    },
    forget(): void {
      within.value = undefined
    },
  }
}
