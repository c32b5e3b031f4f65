import type { DecodeOptions } from '../../format'
import type { Bytes } from '../../layout'

/** Which pictures of an entry are decoded; default: those it has now. */
export interface PicturesOptions {
  /** Those that it would have if this file replaced it. */
  readonly file?: DecodeOptions & { readonly name: string; readonly bytes: Bytes }
}
