import { StudioError } from '../format'

export type Item =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'array'; readonly count: number }
  | { readonly kind: 'map'; readonly count: number }
  | { readonly kind: 'extension'; readonly number: number; readonly bytes: Uint8Array<ArrayBuffer> }

/** Reads the items of MessagePack; refuses (`port.malformed`) sizes that the remaining bytes cannot hold. */
export class Reader {
  private readonly bytes: Uint8Array<ArrayBufferLike>
  private readonly view: DataView
  private at = 0

  constructor(bytes: Uint8Array) {
    // Node's Buffer is a Uint8Array whose slices share memory.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length
  }

  malformed(): StudioError {
    return new StudioError('port.malformed', { offset: this.at })
  }

  /** Each item takes a byte at least, so a count larger than what is left is a lie. */
  promise(items: number, isTooDeep: boolean): void {
    if (isTooDeep || items > this.bytes.length - this.at) throw this.malformed()
  }

  item(): Item {
    const code = this.uint(1)
    if (code < 0x80) return { kind: 'value', value: code }
    if (code < 0x90) return { kind: 'map', count: code & 15 }
    if (code < 0xa0) return { kind: 'array', count: code & 15 }
    if (code < 0xc0) return { kind: 'value', value: this.text(code & 31) }
    if (code >= 0xe0) return { kind: 'value', value: code - 256 }
    switch (code) {
      case 0xdc:
        return { kind: 'array', count: this.uint(2) }
      case 0xdd:
        return { kind: 'array', count: this.uint(4) }
      case 0xde:
        return { kind: 'map', count: this.uint(2) }
      case 0xdf:
        return { kind: 'map', count: this.uint(4) }
      case 0xc7:
        return this.extension(this.uint(1))
      case 0xc8:
        return this.extension(this.uint(2))
      case 0xc9:
        return this.extension(this.uint(4))
      default:
        return { kind: 'value', value: this.scalar(code) }
    }
  }

  private scalar(code: number): unknown {
    switch (code) {
      case 0xc0:
        return null
      case 0xc2:
        return false
      case 0xc3:
        return true
      case 0xc4:
        return this.raw(this.uint(1))
      case 0xc5:
        return this.raw(this.uint(2))
      case 0xc6:
        return this.raw(this.uint(4))
      case 0xcb:
        return this.view.getFloat64(this.skip(8))
      case 0xcc:
        return this.uint(1)
      case 0xcd:
        return this.uint(2)
      case 0xce:
        return this.uint(4)
      case 0xd0:
        return this.view.getInt8(this.skip(1))
      case 0xd1:
        return this.view.getInt16(this.skip(2))
      case 0xd2:
        return this.view.getInt32(this.skip(4))
      case 0xd9:
        return this.text(this.uint(1))
      case 0xda:
        return this.text(this.uint(2))
      case 0xdb:
        return this.text(this.uint(4))
      default:
        throw this.malformed()
    }
  }

  private extension(size: number): Item {
    const number = this.uint(1)
    return { kind: 'extension', number, bytes: this.raw(size) }
  }

  private raw(size: number): Uint8Array<ArrayBuffer> {
    const start = this.skip(size)
    const raw = new Uint8Array(size)
    if (size > 16) raw.set(this.bytes.subarray(start, start + size))
    else for (let i = 0; i < size; i++) raw[i] = this.bytes[start + i] ?? 0
    return raw
  }

  private uint(width: 1 | 2 | 4): number {
    const start = this.skip(width)
    if (width === 1) return this.view.getUint8(start)
    return width === 2 ? this.view.getUint16(start) : this.view.getUint32(start)
  }

  private skip(size: number): number {
    if (size > this.bytes.length - this.at) throw this.malformed()
    const start = this.at
    this.at += size
    return start
  }

  private text(size: number): string {
    return (size < 32 ? this.shortAscii(size) : undefined) ?? this.anyText(size)
  }

  private shortAscii(size: number): string | undefined {
    const start = this.at
    if (size > this.bytes.length - start) throw this.malformed()
    let text = ''
    for (let at = start; at < start + size; at++) {
      const code = this.bytes[at] ?? 0
      if (code >= 0x80) return undefined
      text += String.fromCharCode(code)
    }
    this.at = start + size
    return text
  }

  private anyText(size: number): string {
    const end = this.skip(size) + size
    const units: number[] = []
    let text = ''
    for (let at = end - size; at < end; ) {
      const lead = this.bytes[at] ?? 0
      const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
      if (at + length > end) throw this.malformed()
      pushUnits(units, pointAt(this.bytes, at, length))
      at += length
      if (units.length > 4096) text += String.fromCharCode(...units.splice(0))
    }
    return text + String.fromCharCode(...units)
  }
}

const FIRST_BITS = [0, 0x7f, 0x1f, 0x0f, 0x07]

function pointAt(bytes: Uint8Array, start: number, length: number): number {
  let point = (bytes[start] ?? 0) & (FIRST_BITS[length] ?? 0)
  for (let i = 1; i < length; i++) point = (point << 6) | ((bytes[start + i] ?? 0) & 63)
  return point
}

function pushUnits(units: number[], point: number): void {
  if (point < 0x10000) units.push(point)
  else units.push(0xd800 + ((point - 0x10000) >> 10), 0xdc00 + ((point - 0x10000) & 0x3ff))
}
