import { parentPort } from 'node:worker_threads'
import { FAMILIES } from '@areal-studio/core'
import type { EncodeOrder } from '@areal-studio/core/studio'

parentPort?.on('message', (order: EncodeOrder) => {
  void encode(order).then(bytes => parentPort?.postMessage(bytes))
})

async function encode({ family, format, encoding, payload }: EncodeOrder): Promise<Uint8Array | null> {
  const loaded = await FAMILIES.find(({ id }) => id === family)?.load()
  const codec = loaded?.formats.find(({ id }) => id === format)?.archive
  return codec?.encode?.(payload, encoding) ?? null
}
