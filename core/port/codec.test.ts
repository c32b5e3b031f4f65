import { fc, test } from '@fast-check/vitest'
import { decode as decodeMsgpack, encode as encodeMsgpack } from '@msgpack/msgpack'
import { describe, expect, it } from 'vitest'
import { MAX_DEPTH, decode, encode } from './codec'

const key = fc.string({ unit: 'binary' }).filter(name => name !== '__proto__')
const leaf = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.string({ unit: 'binary' }),
  fc.boolean(),
  fc.constant(null),
  fc.constant(-0),
  fc.bigInt(),
  fc.uint8Array(),
  fc.int8Array(),
  fc.uint8ClampedArray(),
  fc.int16Array(),
  fc.uint16Array(),
  fc.int32Array(),
  fc.uint32Array(),
  fc.float32Array(),
  fc.float64Array(),
  fc.bigInt64Array(),
  fc.bigUint64Array(),
)
const { value } = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.array(tie('value')),
    fc.dictionary(key, tie('value'), { noNullPrototype: true }),
  ),
}))

const code = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'accepted'
}

describe('codec', () => {
  test.prop([value], { numRuns: 2000, seed: 1 })('gives back every value as it was', original => {
    expect(decode(encode(original))).toStrictEqual(original)
  })

  test.prop([fc.jsonValue({ noUnicodeString: false })], { numRuns: 300, seed: 2 })('speaks MessagePack', original => {
    const plain: unknown = JSON.parse(JSON.stringify(original))
    expect(decodeMsgpack(encode(plain))).toEqual(plain)
    expect(decode(encodeMsgpack(plain, { forceIntegerToFloat: false }))).toEqual(plain)
  })

  test.prop([fc.uint8Array({ maxLength: 200 })], { numRuns: 3000, seed: 3 })(
    'refuses or reads any bytes, and never hangs',
    bytes => {
      expect(['accepted', 'port.malformed']).toContain(code(() => decode(bytes)))
    },
  )

  test.prop([value, fc.nat(), fc.nat(255)], { numRuns: 1000, seed: 4 })(
    'survives a damaged message',
    (original, place, byte) => {
      const bytes = encode(original)
      bytes[place % bytes.length] = byte
      expect(['accepted', 'port.malformed']).toContain(code(() => decode(bytes)))
      if (bytes.length > 1) expect(code(() => decode(encode(original).subarray(0, -1)))).toBe('port.malformed')
    },
  )

  it('keeps the bits of NaNs in typed arrays, and half a surrogate pair', () => {
    const bits = new Uint32Array([0x7f800001, 0xffc12345, 0x80000000])
    const floats = decode(encode({ floats: new Float32Array(bits.buffer) })) as { floats: Float32Array }
    expect(floats.floats).toBeInstanceOf(Float32Array)
    expect([...new Uint32Array(floats.floats.buffer)]).toEqual([...bits])
    expect(decode(encode('a\ud800b'))).toBe('a\ud800b')
  })

  it('leaves undefined members out and keeps undefined items', () => {
    expect(Object.keys(decode(encode({ a: undefined, b: 1 })) as object)).toEqual(['b'])
    expect(decode(encode([undefined, 1]))).toEqual([undefined, 1])
    expect(decode(encode(undefined))).toBeUndefined()
  })

  it('sends a part of a buffer as that part, and shares no memory with the message', () => {
    const message = encode({ bytes: Buffer.from('abcdef').subarray(2, 4) })
    const { bytes } = decode(message) as { bytes: Uint8Array }
    expect([...bytes]).toEqual([99, 100])
    expect(bytes.constructor).toBe(Uint8Array)
    message.fill(0)
    expect([...bytes]).toEqual([99, 100])
  })

  it('refuses what it cannot carry', () => {
    const nested = Array.from({ length: MAX_DEPTH + 1 }).reduce(inner => [inner], 1 as unknown)
    expect(code(() => encode(nested))).toBe('port.too-deep')
    expect(code(() => encode(() => 1))).toBe('port.unsupported')
    expect(code(() => encode(new Map()))).toBe('port.unsupported')
    expect(code(() => encode(JSON.parse('{"__proto__":{"x":1}}')))).toBe('port.unsupported')
    expect(code(() => decode(encodeMsgpack(nested)))).toBe('port.malformed')
  })

  it('gives no object another prototype', () => {
    const message = Uint8Array.from([0x81, 0xa9, ...Buffer.from('__proto__'), 0x80])
    expect(code(() => decode(message))).toBe('port.malformed')
  })

  it('allocates nothing for counts that the message cannot hold', () => {
    for (const head of [
      [0xdd, 255, 255, 255, 255],
      [0xdf, 255, 255, 255, 255],
      [0xc6, 127, 255, 255, 255],
      [0xdb, 127, 0, 0, 0],
    ]) {
      expect(code(() => decode(Uint8Array.from([...head, 1, 2, 3])))).toBe('port.malformed')
    }
  })
})
