import { StudioError } from '@areal-studio/core/format'
import type { WorkspaceInfo } from '@areal-studio/core/studio'

/** What any edit is refused with; undefined where the workspace can be written. */
export function readOnlyRefusal(info: WorkspaceInfo | null): StudioError | undefined {
  if (info?.state === 'missing') return new StudioError('install.missing', { path: info.install })
  return info?.isReadOnly === true ? new StudioError('workspace.read-only', { path: info.workspace }) : undefined
}
