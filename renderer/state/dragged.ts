import { shallowRef } from 'vue'
import type { TreeItem } from '@areal-studio/core/studio'

/** The row of the project tree that is being dragged: while it is on its way, a page may not read what it carries. */
export const dragged = shallowRef<TreeItem | null>(null)

/** Whether files of the user's are dragged over the window. */
export const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
