import { alignedSplices } from '@areal-studio/core/edit'
import type { Bytes } from '@areal-studio/core/layout'

/** Two images to compare. The reply is the splices that turn `theirs` into `mine`. */
export interface ImagePair {
  readonly mine: Bytes
  readonly theirs: Bytes
}

addEventListener('message', ({ data: { mine, theirs } }: MessageEvent<ImagePair>) =>
  postMessage(alignedSplices(theirs, mine)),
)
