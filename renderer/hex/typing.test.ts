import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { useInsertion, type Insertion } from './use-insertion'
import { hexDigit, IDLE, parseHex, runsOf, useTyping, type ByteRun } from './typing'

const key = (code: string, text: string) => hexDigit({ code, key: text })

describe('typing bytes', () => {
  it('finds digits by the place of the key', () => {
    expect([
      key('KeyC', 'с'),
      key('Digit7', '7'),
      key('Numpad3', '3'),
      key('KeyG', 'g'),
      key('Enter', 'Enter'),
    ]).toEqual([12, 7, 3, undefined, undefined])
  })

  it('reads pasted bytes however they are written', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.constantFrom(' ', '', ', ', '\n'), (bytes, between) => {
        const text = Array.from(
          bytes,
          byte => (between === ', ' ? '0x' : '') + byte.toString(16).padStart(2, '0'),
        ).join(between)
        expect(parseHex(text)).toEqual(bytes)
      }),
      { seed: 1 },
    )
    expect(['', 'abc', 'hello', '0x'].map(parseHex)).toEqual([undefined, undefined, undefined, undefined])
  })

  it('runs hold every typed byte once', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.nat(60).map(String), fc.nat(255)), typed => {
        const map = new Map(Object.entries(typed).map(([offset, byte]) => [Number(offset), byte]))
        const runs = runsOf(map)
        const again = new Map(runs.flatMap(run => Array.from(run.bytes, (byte, i) => [run.offset + i, byte] as const)))
        expect([...again].sort((a, b) => a[0] - b[0])).toEqual([...map].sort((a, b) => a[0] - b[0]))
        for (let i = 1; i < runs.length; i++) {
          const before = runs[i - 1]
          expect((before?.offset ?? 0) + (before?.bytes.length ?? 0)).toBeLessThan(runs[i]?.offset ?? 0)
        }
      }),
      { seed: 2 },
    )
  })
})

describe('a burst of typing', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is committed once, after a rest, and shown until it is back', async () => {
    const sent: (readonly ByteRun[])[] = []
    let answer = (_: boolean): void => undefined
    const scope = effectScope()
    const typing = scope.run(() =>
      useTyping(runs => {
        sent.push(runs)
        return new Promise<boolean>(resolve => {
          answer = resolve
        })
      }),
    )
    if (!typing) throw new Error('no scope')
    typing.type(4, 0x0c)
    await vi.advanceTimersByTimeAsync(IDLE - 100)
    typing.type(5, 1)
    await vi.advanceTimersByTimeAsync(IDLE - 100)
    expect(sent).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(200)
    expect(sent).toEqual([[{ offset: 4, bytes: Uint8Array.from([0x0c, 1]) }]])
    expect([...typing.shown.value]).toEqual([
      [4, 0x0c],
      [5, 1],
    ])
    expect(typing.hasWaiting.value).toBe(false)
    answer(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(typing.shown.value.size).toBe(0)
    typing.type(9, 9)
    typing.drop()
    scope.stop()
    await vi.advanceTimersByTimeAsync(IDLE * 2)
    expect(sent).toHaveLength(1)
  })

  it('put in between is given up until its commit begins, and what follows meanwhile is another one', async () => {
    const sent: Insertion[] = []
    const answers: ((isDone: boolean) => void)[] = []
    const scope = effectScope()
    const insertion = scope.run(() =>
      useInsertion(one => {
        sent.push(one)
        return new Promise<boolean>(resolve => {
          answers.push(resolve)
        })
      }),
    )
    if (!insertion) throw new Error('no scope')
    insertion.insert(4, 1)
    expect([insertion.continues(4), insertion.continues(5), insertion.hasWaiting.value]).toEqual([false, true, true])
    insertion.drop()
    insertion.insert(6, 2)
    insertion.insert(7, 3)
    void insertion.flush()
    expect([insertion.hasWaiting.value, insertion.pending.value]).toEqual([
      false,
      { at: 6, bytes: Uint8Array.of(2, 3) },
    ])
    insertion.drop()
    insertion.insert(8, 4)
    answers[0]?.(true)
    await vi.advanceTimersByTimeAsync(IDLE + 1)
    expect(sent).toEqual([
      { at: 6, bytes: Uint8Array.of(2, 3) },
      { at: 8, bytes: Uint8Array.of(4) },
    ])
    answers[1]?.(true)
    scope.stop()
  })
})
