import { shallowReactive, type Ref } from 'vue'
import type { MeshItem } from '@areal-studio/core/format'
import { branchOf, isHead, type MeshSelection } from '../scene/mesh-scene'

/** Nodes that are not drawn. */
export function useNodeHiding(item: Readonly<Ref<MeshItem>>, selected: Readonly<Ref<MeshSelection>>) {
  const hidden = shallowReactive(new Set<number>())
  return {
    hidden,
    /** Toggles a node; one that represents its record together with the nodes below it. */
    toggleNode(node: number): void {
      const isShown = !hidden.has(node)
      for (const one of isHead(item.value, node) ? branchOf(item.value, node) : [node])
        if (isShown) hidden.add(one)
        else hidden.delete(one)
    },
    /** With the nodes below it. */
    hideSelected(): void {
      const { node } = selected.value
      if (node !== undefined) for (const one of branchOf(item.value, node)) hidden.add(one)
    },
    isolateSelected(): void {
      const { node } = selected.value
      if (node === undefined) return
      const branch = branchOf(item.value, node)
      for (let one = 0; one < item.value.nodes.count; one++)
        if (branch.has(one)) hidden.delete(one)
        else hidden.add(one)
    },
    showAll: (): void => hidden.clear(),
  }
}
