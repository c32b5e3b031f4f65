import { StudioError } from '@areal-studio/core/format'
import type { Port, StudioApi } from '@areal-studio/core/workspace'

/** The studio behind a port. A refusal arrives as the StudioError it was. */
export function connect<T extends object = StudioApi>(port: Port): T {
  const call = (method: string) => async (...args: unknown[]): Promise<unknown> => {
    const reply = await port.call(method, args)
    if (reply.ok) return reply.value
    throw new StudioError(reply.code, reply.params, reply.where)
  }
  // `then` is no method: awaiting the client would wait for ever.
  const methods = new Proxy({}, {
    get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : call(name)),
  })
  return methods as T
}
