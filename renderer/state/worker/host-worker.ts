import { StudioError, type EntryPath } from '@areal-studio/core/format'
import type { Endpoint, FromWorker, ToWorker } from './worker-messages'

/** What a worker runs in: a `Worker`, or a port in its place. */
export interface Thread extends Endpoint {
  addEventListener(type: 'message', handler: (event: MessageEvent) => void): void
  addEventListener(type: 'error', handler: (event: ErrorEvent) => void): void
  /** Absent: it has no thread of its own. */
  terminate?(): void
}

interface Pending<Part, Value> {
  readonly part: ((part: Part) => void) | undefined
  readonly done: (value: Value) => void
  readonly failed: (error: unknown) => void
}

/**
 * The window's end of a worker that reads entries from the host itself. Started by the first request, and again after a
 * defect ended it.
 */
export class HostWorker<Request, Part, Value> {
  private thread: Thread | undefined
  private readonly pending = new Map<number, Pending<Part, Value>>()
  private last = 0

  /** `dial`: the end of a connection to the host for it; null: it opens its own. */
  constructor(
    private readonly start: () => Thread,
    private readonly dial: () => Promise<MessagePort | null>,
  ) {}

  /**
   * Sends a request. `part` receives what is ready before the rest. Rejects with the error of the studio, with the reason
   * of the signal when it is aborted, or with an Error where the worker has a defect.
   */
  async ask(
    request: Request,
    { signal, part }: { readonly signal?: AbortSignal; readonly part?: (part: Part) => void } = {},
  ): Promise<Value> {
    signal?.throwIfAborted()
    const thread = (this.thread ??= this.begin())
    const id = ++this.last
    const stop = (): void => {
      this.post(thread, { kind: 'cancel', id })
      this.settle(id)?.failed(signal?.reason)
    }
    signal?.addEventListener('abort', stop)
    try {
      return await new Promise<Value>((done, failed) => {
        this.pending.set(id, { part, done, failed })
        this.post(thread, { kind: 'ask', id, request })
      })
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  /** Entries have changed, null: any may have. Requests after this are computed from what they are now. */
  changed(entries: readonly EntryPath[] | null): void {
    if (this.thread) this.post(this.thread, { kind: 'changed', entries })
  }

  close(): void {
    this.end(new DOMException('The worker was closed.', 'AbortError'))
  }

  private post(thread: Thread, message: ToWorker<Request>, transferred: Transferable[] = []): void {
    thread.postMessage(message, transferred)
  }

  private begin(): Thread {
    const thread = this.start()
    thread.addEventListener('message', ({ data }: MessageEvent<FromWorker<Part, Value>>) => this.take(data))
    thread.addEventListener('error', (event: ErrorEvent) => {
      if (this.thread === thread) this.end(new Error(event.message))
    })
    this.dial().then(
      port => this.post(thread, { kind: 'begin', port }, port ? [port] : []),
      (error: unknown) => {
        if (this.thread === thread) this.end(error)
      },
    )
    return thread
  }

  private take(message: FromWorker<Part, Value>): void {
    const { id } = message
    if (message.kind === 'part') this.pending.get(id)?.part?.(message.part)
    else if (message.kind === 'done') this.settle(id)?.done(message.value)
    else if (message.kind === 'failed') this.settle(id)?.failed(new Error(message.message))
    else this.settle(id)?.failed(new StudioError(message.code, message.params, message.where))
  }

  private settle(id: number): Pending<Part, Value> | undefined {
    const one = this.pending.get(id)
    this.pending.delete(id)
    return one
  }

  private end(reason: unknown): void {
    this.thread?.terminate?.()
    this.thread = undefined
    const all = [...this.pending.values()]
    this.pending.clear()
    for (const one of all) one.failed(reason)
  }
}
