import { StudioError } from '@areal-studio/core/format'
import { workerPort } from '../client'
import { HostEntries } from './host-entries'
import { packed } from './packed'
import type { Endpoint, FromWorker, ToWorker } from './worker-messages'

/** What a request is computed with. */
export interface Work<Part> {
  readonly host: HostEntries
  /** Aborted when the result is no longer needed; reads reject then. */
  readonly signal: AbortSignal
  /** Sends a part of the result that is ready. */
  part(part: Part): void
}

/**
 * The worker's end of a `HostWorker`: runs each request and sends its result, whose arrays are transferred. Requests run
 * side by side and share what was read from the host.
 */
export function serveWorker<Request, Part, Value>(
  scope: Endpoint,
  run: (request: Request, work: Work<Part>) => Promise<Value>,
): void {
  const running = new Map<number, AbortController>()
  const send = (message: FromWorker<Part, Value>): void => {
    const { value, buffers } = packed(message)
    scope.postMessage(value, buffers)
  }
  let connected: (port: MessagePort | null) => void = () => undefined
  const host = new HostEntries(
    new Promise<MessagePort | null>(done => {
      connected = done
    }).then(workerPort),
  )

  async function answer(id: number, request: Request): Promise<void> {
    const stop = new AbortController()
    const { signal } = stop
    running.set(id, stop)
    try {
      const part = (one: Part): void => {
        if (!signal.aborted) send({ kind: 'part', id, part: one })
      }
      const value = await run(request, { host: host.until(signal), signal, part })
      if (!signal.aborted) send({ kind: 'done', id, value })
    } catch (error) {
      if (!signal.aborted) send(errorOf(id, error))
    } finally {
      running.delete(id)
    }
  }

  scope.addEventListener('message', ({ data }: MessageEvent<ToWorker<Request>>) => {
    if (data.kind === 'begin') connected(data.port)
    else if (data.kind === 'changed') host.changed(data.entries)
    else if (data.kind === 'cancel') running.get(data.id)?.abort()
    else void answer(data.id, data.request)
  })
}

function errorOf(id: number, error: unknown): FromWorker<never, never> {
  if (error instanceof StudioError)
    return { kind: 'refused', id, code: error.code, params: error.params, where: error.where }
  return { kind: 'failed', id, message: error instanceof Error ? error.message : String(error) }
}
