import { encodedOf, familyOf, keepEncoded } from '../../format'
import type { Unencoded } from './stored-payload'
import type { View } from './view'
import type { Workspace } from './workspace'

/**
 * Encodes every payload that packing a file needs encoded, in the host's threads where it has them. `View.payload`
 * gives the same without it, but encodes everything in this thread.
 */
export async function encodeAll(workspace: Workspace, view: View): Promise<void> {
  for (;;) {
    const todo = view.archive?.isTouched ? view.archive.unencoded() : []
    if (todo.length === 0) return
    await Promise.all(todo.map(one => encode(workspace, one)))
  }
}

/** Encodes one payload in a thread, for `encodedOf`. */
export async function encode(
  { parts: { host } }: Workspace,
  { format, codec, payload, encoding }: Unencoded,
): Promise<void> {
  const made = await host.encode?.({ family: familyOf(format), format, encoding, payload })
  if (made) return keepEncoded(codec, payload, encoding, made)
  await host.pause()
  encodedOf(codec, payload, encoding)
}
