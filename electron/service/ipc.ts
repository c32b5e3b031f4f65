import { own } from '@areal-studio/core/layout'
import { StudioError } from '@areal-studio/core/format'
import type { Reply } from '@areal-studio/core/studio'
import { ARGUMENTS } from './arguments'

/** Receives a defect of the program, which is logged with all details and sent to the window without them. */
type NoteDefect = (error: unknown, method: string) => void
/** Receives an error that was thrown on purpose: the request cannot be fulfilled. */
export type NoteRefusal = (
  refusal: { readonly code: string; readonly params: Readonly<Record<string, unknown>> },
  method: string,
) => void

/**
 * Runs a call by method name. Only the service's own functions can be called, with arguments of the declared shape. A
 * StudioError is logged and keeps its code; a defect is logged and returned as `studio.defect`.
 */
export async function answer(
  service: object,
  method: string,
  args: readonly unknown[],
  note: NoteDefect,
  refused?: NoteRefusal,
): Promise<Reply> {
  const call: unknown = own(service as Record<string, unknown>, method)
  const shape = own(ARGUMENTS, method)
  if (typeof call !== 'function' || shape === undefined)
    return { ok: false, code: 'ipc.unknown-method', params: { method: method.slice(0, 80) } }
  const checked = shape.safeParse(args)
  if (!checked.success) {
    const place = checked.error.issues[0]?.path.join('/') ?? ''
    return { ok: false, code: 'ipc.bad-arguments', params: { method, place } }
  }
  try {
    return { ok: true, value: await Reflect.apply(call, service, checked.data) }
  } catch (error) {
    if (!(error instanceof StudioError)) {
      note(error, method)
      return { ok: false, code: 'studio.defect', params: { method } }
    }
    refused?.(error, method)
    return {
      ok: false,
      code: error.code,
      params: error.params,
      ...(error.where !== undefined && { where: error.where }),
    }
  }
}
