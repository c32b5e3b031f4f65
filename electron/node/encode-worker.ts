import { parentPort } from 'node:worker_threads'
import { FAMILIES } from '@areal-studio/core'
import type { EncodeOrder } from '@areal-studio/core/studio'

parentPort?.on('message', ({ family, format, encoding, payload }: EncodeOrder) => {
  const codec = FAMILIES.find(({ id }) => id === family)?.formats.find(({ id }) => id === format)?.archive
  parentPort?.postMessage(codec?.encode?.(payload, encoding) ?? null)
})
