import { StudioError } from '@areal-studio/core/format'
import type { WorkspaceInfo } from '@areal-studio/core/studio'

/** The error of any edit in a read-only workspace; undefined where it can be written. */
export function readOnlyRefusal(info: WorkspaceInfo | null): StudioError | undefined {
  if (info?.state === 'missing') return new StudioError('install.missing', { path: info.install })
  return info?.isReadOnly === true ? new StudioError('workspace.read-only', { path: info.workspace }) : undefined
}
