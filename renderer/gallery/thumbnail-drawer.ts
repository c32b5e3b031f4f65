import { StudioError } from '@areal-studio/core/format'
import type { StudioApi } from '@areal-studio/core/studio'
import { wordsOf } from '../state/notices'
import type { FromWorker, ToWorker } from './thumbnail-worker'
import ThumbnailWorker from './thumbnail-worker?worker'

type DrawRequest = Extract<ToWorker, { kind: 'draw' }>
type Call = Extract<FromWorker, { kind: 'call' }>

/** Draws thumbnails in a worker, started by the first one; its reads of entries go through the studio. One at a time. */
export class ThumbnailDrawer {
  private worker: Worker | undefined
  private done: ((message: FromWorker) => void) | undefined

  constructor(private readonly studio: () => StudioApi) {}

  /** The picture, or why there is none; never rejects. */
  draw(request: DrawRequest): Promise<FromWorker> {
    this.worker ??= this.start()
    this.send(request)
    return new Promise(resolve => {
      this.done = resolve
    })
  }

  private send(message: ToWorker, transferred: Transferable[] = []): void {
    this.worker?.postMessage(message, transferred)
  }

  private start(): Worker {
    const worker = new ThumbnailWorker()
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'call') void this.reply(data)
      else this.done?.(data)
    })
    worker.addEventListener('error', event => {
      this.worker = undefined
      this.done?.({ kind: 'failed', words: wordsOf(new Error(event.message)) })
    })
    return worker
  }

  private async reply({ call, method, entry }: Call): Promise<void> {
    try {
      if (method === 'list') return this.send({ kind: 'answer', call, value: await this.studio().list(entry) })
      const image = await this.studio().read(entry)
      // A view would be sent with the whole buffer behind it.
      const bytes = image.bytes.slice()
      this.send({ kind: 'answer', call, value: { ...image, bytes } }, [bytes.buffer])
    } catch (error) {
      if (error instanceof StudioError) this.send({ kind: 'refused', call, code: error.code, params: error.params })
      else
        this.send({
          kind: 'refused',
          call,
          code: 'defect',
          params: { message: error instanceof Error ? error.message : String(error) },
        })
    }
  }
}
