import { StudioError } from '../format'

/** Writes the items of MessagePack into one growing buffer. */
export class Writer {
  private bytes = new Uint8Array(512)
  private view = new DataView(this.bytes.buffer)
  private at = 0

  constructor(private readonly limit: number) {}

  done(): Uint8Array {
    return this.bytes.slice(0, this.at)
  }

  byte(value: number): void {
    this.room(1)
    this.bytes[this.at++] = value
  }

  number(value: number): void {
    if (!Number.isInteger(value) || Object.is(value, -0) || value > 0xffffffff || value < -0x80000000)
      return this.float(value)
    if (value >= 0) {
      if (value < 0x80) this.byte(value)
      else if (value < 0x100) this.head(0xcc, 1, value)
      else if (value < 0x10000) this.head(0xcd, 2, value)
      else this.head(0xce, 4, value)
    } else if (value >= -32) this.byte(value & 0xff)
    else if (value >= -0x80) this.head(0xd0, 1, value & 0xff)
    else if (value >= -0x8000) this.head(0xd1, 2, value & 0xffff)
    else this.head(0xd2, 4, value >>> 0)
  }

  string(text: string): void {
    if (text.length < 32 && this.shortAscii(text)) return
    const size = utf8Size(text)
    if (size < 32) this.byte(0xa0 | size)
    else this.sized(0xd9, 0xda, 0xdb, size)
    this.room(size)
    this.at = putUtf8(this.bytes, this.at, text)
  }

  /** Names of members are such words; measuring them first would take as long as writing them. */
  private shortAscii(text: string): boolean {
    this.room(1 + text.length)
    const { bytes } = this
    let { at } = this
    bytes[at++] = 0xa0 | text.length
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code >= 0x80) return false
      bytes[at++] = code
    }
    this.at = at
    return true
  }

  array(count: number): void {
    if (count < 16) this.byte(0x90 | count)
    else if (count < 0x10000) this.head(0xdc, 2, count)
    else this.head(0xdd, 4, count)
  }

  map(count: number): void {
    if (count < 16) this.byte(0x80 | count)
    else if (count < 0x10000) this.head(0xde, 2, count)
    else this.head(0xdf, 4, count)
  }

  binary(bytes: Uint8Array): void {
    this.sized(0xc4, 0xc5, 0xc6, bytes.length)
    this.raw(bytes)
  }

  extension(number: number, bytes: Uint8Array): void {
    this.sized(0xc7, 0xc8, 0xc9, bytes.length)
    this.byte(number)
    this.raw(bytes)
  }

  private raw(bytes: Uint8Array): void {
    this.room(bytes.length)
    if (bytes.length > 16) this.bytes.set(bytes, this.at)
    else for (let i = 0; i < bytes.length; i++) this.bytes[this.at + i] = bytes[i] ?? 0
    this.at += bytes.length
  }

  private sized(one: number, two: number, four: number, size: number): void {
    if (size < 0x100) this.head(one, 1, size)
    else if (size < 0x10000) this.head(two, 2, size)
    else this.head(four, 4, size)
  }

  private head(code: number, width: 1 | 2 | 4, value: number): void {
    this.room(1 + width)
    this.bytes[this.at++] = code
    if (width === 1) this.view.setUint8(this.at, value)
    else if (width === 2) this.view.setUint16(this.at, value)
    else this.view.setUint32(this.at, value)
    this.at += width
  }

  private float(value: number): void {
    this.room(9)
    this.bytes[this.at++] = 0xcb
    this.view.setFloat64(this.at, value)
    this.at += 8
  }

  private room(size: number): void {
    const needed = this.at + size
    if (needed > this.limit) throw new StudioError('port.too-long', { limit: this.limit })
    if (needed <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2))
    larger.set(this.bytes.subarray(0, this.at))
    this.bytes = larger
    this.view = new DataView(larger.buffer)
  }
}

/** Half a surrogate pair counts three bytes, as it is written: any JavaScript text is restored as it was. */
function utf8Size(text: string): number {
  let size = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) size += 1
    else if (code < 0x800) size += 2
    else if (isPair(code, text.charCodeAt(i + 1))) {
      size += 4
      i++
    } else size += 3
  }
  return size
}

function putUtf8(bytes: Uint8Array, start: number, text: string): number {
  let at = start
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) bytes[at++] = code
    else if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6)
      bytes[at++] = 0x80 | (code & 63)
    } else if (isPair(code, text.charCodeAt(i + 1))) {
      const point = 0x10000 + ((code & 0x3ff) << 10) + (text.charCodeAt(++i) & 0x3ff)
      bytes[at++] = 0xf0 | (point >> 18)
      bytes[at++] = 0x80 | ((point >> 12) & 63)
      bytes[at++] = 0x80 | ((point >> 6) & 63)
      bytes[at++] = 0x80 | (point & 63)
    } else {
      bytes[at++] = 0xe0 | (code >> 12)
      bytes[at++] = 0x80 | ((code >> 6) & 63)
      bytes[at++] = 0x80 | (code & 63)
    }
  }
  return at
}

const isPair = (high: number, low: number): boolean => (high & 0xfc00) === 0xd800 && (low & 0xfc00) === 0xdc00
