import { parentPort } from 'node:worker_threads'
import { FAMILIES } from '@areal-studio/core'
import { thumbnailOf } from '@areal-studio/core/format'
import type { EncodeOrder, ThumbnailOrder } from '@areal-studio/core/studio'

parentPort?.on('message', (order: EncodeOrder | ThumbnailOrder) => {
  void run(order).then(bytes => parentPort?.postMessage(bytes))
})

async function run({ payload, ...order }: EncodeOrder | ThumbnailOrder): Promise<Uint8Array | null> {
  const loaded = await FAMILIES.find(({ id }) => id === order.family)?.load()
  const format = loaded?.formats.find(({ id }) => id === order.format)
  if ('encoding' in order) return format?.archive?.encode?.(payload, order.encoding) ?? null
  return format ? thumbnailOf(format, payload) : null
}
