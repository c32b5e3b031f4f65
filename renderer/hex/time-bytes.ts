import { bytesOf, rawOf } from './number-bytes'

/**
 * time_t of 32 and 64 bits, the two words of a DOS date, and Windows' FILETIME; all shown in UTC but the DOS date,
 * which has no time zone.
 */
export const TIME_TYPES = ['time32', 'time64', 'dos', 'filetime'] as const
export type TimeType = (typeof TIME_TYPES)[number]
export const TIME_SIZES: Readonly<Record<TimeType, number>> = { time32: 4, time64: 8, dos: 4, filetime: 8 }

/** not-time: it is none; time-range: the type has no such year; odd-second: a DOS date counts in two seconds. */
type TimeFault = 'not-time' | 'time-range' | 'odd-second'

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,7}))?)?)?$/
const TICKS = 10_000_000n
/** Seconds from 1601 to 1970. */
const EPOCH_1601 = 11_644_473_600n

/** `2001-05-17 12:30:45`; '' where the bytes are no time of years 1 to 9999. */
export function timeText(bytes: Uint8Array, type: TimeType, isBig: boolean): string {
  if (bytes.length < TIME_SIZES[type]) return ''
  const raw = rawOf(bytes, TIME_SIZES[type], isBig)
  switch (type) {
    case 'time32':
      return secondsText(BigInt.asIntN(32, raw))
    case 'time64':
      return secondsText(BigInt.asIntN(64, raw))
    case 'dos':
      return dosText(Number(raw))
    case 'filetime': {
      const text = secondsText(raw / TICKS - EPOCH_1601)
      const ticks = raw % TICKS
      return text === '' || ticks === 0n ? text : `${text}.${String(ticks).padStart(7, '0').replace(/0+$/, '')}`
    }
  }
}

function secondsText(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date.toISOString().slice(0, 19).replace('T', ' ') : ''
}

function dosText(raw: number): string {
  const [date, time] = [raw >>> 16, raw & 0xffff]
  const two = (value: number): string => String(value).padStart(2, '0')
  const text = `${1980 + (date >> 9)}-${two((date >> 5) & 15)}-${two(date & 31)} ${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`
  return typeof secondsOf(text) === 'string' ? '' : text
}

/** Bytes of a typed time. */
export function timeBytes(text: string, type: TimeType, isBig: boolean): Uint8Array | TimeFault {
  const read = secondsOf(text)
  if (typeof read === 'string') return read
  const [seconds, ticks] = read
  if (ticks !== 0n && type !== 'filetime') return 'not-time'
  const raw = type === 'dos' ? dosRaw(text) : type === 'filetime' ? (seconds + EPOCH_1601) * TICKS + ticks : seconds
  if (typeof raw === 'string') return raw
  const isOut = type === 'time32' ? BigInt.asIntN(32, raw) !== raw : type === 'filetime' && raw < 0n
  return isOut ? 'time-range' : bytesOf(BigInt.asUintN(TIME_SIZES[type] * 8, raw), TIME_SIZES[type], isBig)
}

/** Seconds since 1970 and parts of a second; a day that no calendar has is no time. */
function secondsOf(text: string): readonly [seconds: bigint, ticks: bigint] | TimeFault {
  const match = TIME.exec(text.trim())
  if (!match) return 'not-time'
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(part => Number(part || 0))
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  const isReal =
    year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  return isReal ? [BigInt(date.getTime() / 1000), BigInt((match[7] ?? '').padEnd(7, '0'))] : 'not-time'
}

function dosRaw(text: string): bigint | TimeFault {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (text.match(/\d+/g) ?? []).map(Number)
  if (year < 1980 || year > 2107) return 'time-range'
  if (second % 2 !== 0) return 'odd-second'
  const date = ((year - 1980) << 9) | (month << 5) | day
  return (BigInt(date) << 16n) | BigInt((hour << 11) | (minute << 5) | (second / 2))
}
