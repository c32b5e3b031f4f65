import { describe, expect, it } from 'vitest'
import { ImageCache } from './image-cache'

const image = (size: number): Parameters<ImageCache['keep']>[1] => ({
  stat: { path: '', size, modified: 0 },
  bytes: new Uint8Array(size),
})

describe('images in memory', () => {
  it('go least recently used first, and only as many as must', () => {
    const cache = new ImageCache(10)
    for (const name of ['a', 'b', 'c']) cache.keep(name, image(3))
    cache.get('a')
    cache.keep('d', image(3))
    expect(['a', 'b', 'c', 'd'].filter(name => cache.get(name))).toEqual(['a', 'c', 'd'])
    cache.keep('d', image(4)) // in place of the one of that name
    expect(['a', 'c', 'd'].filter(name => cache.get(name))).toEqual(['a', 'c', 'd'])
  })

  it('keep the last one, whatever its size', () => {
    const cache = new ImageCache(10)
    cache.keep('a', image(3))
    cache.keep('b', image(30))
    expect(['a', 'b'].filter(name => cache.get(name))).toEqual(['b'])
    cache.forget('b')
    cache.keep('c', image(10))
    expect(cache.get('c')?.bytes.length).toBe(10)
  })
})
