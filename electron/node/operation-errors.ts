import { StudioError } from '@areal-studio/core/format'
import { LayoutError } from '@areal-studio/core/layout'
import type { Failure } from './operation-asks'

/** An error as data that crosses a thread. */
export function failureOf(error: unknown): Failure {
  if (error instanceof StudioError) {
    const { code, params, where } = error
    return { kind: 'studio', code, params, ...(where !== undefined && { where }) }
  }
  if (error instanceof LayoutError) return { kind: 'layout', code: error.code, params: error.params, where: error.path }
  return { kind: 'other', code: error instanceof Error ? error.message : String(error), params: {} }
}

/** The error that it was. */
export function errorOf({ kind, code, params, where }: Failure): Error {
  if (kind === 'studio') return new StudioError(code, params, where)
  return kind === 'layout' ? new LayoutError(code, params, where ?? '') : new Error(code)
}
