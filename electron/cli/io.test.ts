import { expect, it } from 'vitest'
import { linesOf, overwritten } from './io'

it('a line of progress is shown once the work takes its time, written over from time to time, and taken away', () => {
  let time = 0
  let said = ''
  const line = overwritten(
    {
      write: text => {
        said += String(text)
        return true
      },
      columns: 12,
    } as NodeJS.WriteStream,
    () => time,
  )
  const at = (now: number, words: string): string => {
    time = now
    said = ''
    line(words)
    return said
  }
  expect(at(0, 'short')).toBe('')
  expect(at(200, '')).toBe('')
  expect(at(1000, 'begun')).toBe('')
  expect(at(1300, 'longer than the terminal')).toBe('\r\x1b[Klonger than')
  expect(at(1350, 'too soon')).toBe('')
  expect(at(1400, 'again')).toBe('\r\x1b[Kagain')
  expect(at(1401, '')).toBe('\r\x1b[K')
  expect(at(1500, 'the next')).toBe('')
})

it('no printed line sends a terminal anything but what is read: no escape, no second line, no other direction', () => {
  const [out, err, shown]: [string[], string[], string[]] = [[], [], []]
  const io = linesOf({
    out: data => out.push(String(data)),
    err: line => err.push(line),
    progress: line => shown.push(line),
    input: () => Promise.resolve(new Uint8Array(0)),
    folder: '',
    environment: {},
  })
  const hostile = 'a\x1b[31mb\nerror x: y\r\x9bc\u202egpj.exe\u2028\u200f\x7f\x00'
  io.line(`${hostile}\tcolumn`)
  io.err(hostile)
  io.progress?.(hostile)
  const safe = 'a\\u{1b}[31mb\\u{a}error x: y\\u{d}\\u{9b}c\\u{202e}gpj.exe\\u{2028}\\u{200f}\\u{7f}\\u{0}'
  expect([out, err, shown]).toEqual([[`${safe}\tcolumn\n`], [safe], [safe]])
  io.lines('one\r\ntwo\x1b]0;title\x07\n')
  expect(out.at(-1)).toBe('one\r\ntwo\\u{1b}]0;title\\u{7}\n')
  io.line('ÄЖ漢 🗺️')
  expect(out.at(-1)).toBe('ÄЖ漢 🗺️\n')
  io.out(hostile)
  expect(out.at(-1)).toBe(hostile)
})
