import type { Attributes } from '../edit'
import { LayoutError, type Bytes } from '../layout'
import type { Archive, ArchiveCodec } from './format'
import { StudioError } from './problem'

/** The name of a row as its archive has it, without the bytes after its end. */
export function rowName({ name = '' }: Attributes): string {
  return typeof name === 'object' ? name.text : String(name)
}

/** Undefined where the bytes cannot be opened as that archive. Decodes nothing. */
export function tryOpen(codec: ArchiveCodec, bytes: Bytes): Archive | undefined {
  try {
    return codec.open(bytes)
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError) return undefined
    throw error
  }
}
