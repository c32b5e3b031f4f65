import { alignedSplices } from '@areal-studio/core/edit'
import type { Bytes } from '@areal-studio/core/layout'

/** Two images to compare; answered with the splices that make `mine` of `theirs`. */
export interface ImagePair {
  readonly mine: Bytes
  readonly theirs: Bytes
}

addEventListener('message', ({ data: { mine, theirs } }: MessageEvent<ImagePair>) =>
  postMessage(alignedSplices(theirs, mine)),
)
