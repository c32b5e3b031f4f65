import type { FileStat } from '../../format'
import type { Bytes } from '../../layout'

/** A file as it was read. */
export interface CachedImage {
  readonly stat: FileStat
  readonly bytes: Bytes
}

/** Images of files in memory; beyond `limit` bytes the least recently used are dropped, but never the last one. */
export class ImageCache {
  private readonly images = new Map<string, CachedImage>()
  private size = 0

  constructor(private readonly limit: number) {}

  get(key: string): CachedImage | undefined {
    const known = this.images.get(key)
    if (known) {
      this.images.delete(key)
      this.images.set(key, known)
    }
    return known
  }

  keep(key: string, image: CachedImage): void {
    this.forget(key)
    this.images.set(key, image)
    this.size += image.bytes.length
    for (const oldest of this.images.keys()) {
      if (this.size <= this.limit || oldest === key) break
      this.forget(oldest)
    }
  }

  forget(key: string): void {
    this.size -= this.images.get(key)?.bytes.length ?? 0
    this.images.delete(key)
  }
}
