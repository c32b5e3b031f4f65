import { shallowRef } from 'vue'
import type { TreeItem } from '@areal-studio/core/studio'

/** The row of the project tree that is being dragged: during a drag a page cannot read its data. */
export const dragged = shallowRef<TreeItem | null>(null)

/** Whether the user drags files over the window. */
export const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
