import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TextSession, type ReadText } from './session'

/** Bytes are one number per key; its text is that number. */
function bench() {
  const bytes = new Map([
    ['a', 1],
    ['b', 2],
  ])
  const log: string[] = []
  let text = ''
  let gate: Promise<void> = Promise.resolve()
  let answerGate: Promise<void> = Promise.resolve()
  const read = (_: string, typed: string): ReadText =>
    /^\s*\d+\s*$/.test(typed)
      ? { ok: true, value: Number(typed) }
      : { ok: false, mistake: { code: 'bad', params: {}, place: null, start: 0, end: typed.length } }
  const session = new TextSession({
    text: () => text,
    setText: next => {
      text = next
    },
    read,
    changed: () => undefined,
    present: key => (bytes.has(key) ? String(bytes.get(key)) : undefined),
    commit: async (key, base, value) => {
      await gate
      if (String(bytes.get(key)) !== base) return undefined
      bytes.set(key, Number(value))
      log.push(`${key}=${String(value)}`)
      await answerGate
      return String(value)
    },
  })
  return {
    session,
    bytes,
    log,
    text: () => text,
    type(next: string) {
      text = next
      session.check()
    },
    hold() {
      let open = (): void => undefined
      gate = new Promise(resolve => {
        open = resolve
      })
      return () => open()
    },
    holdAnswer() {
      let open = (): void => undefined
      answerGate = new Promise(resolve => {
        open = resolve
      })
      return () => open()
    },
    async outside(key: string, value: number) {
      bytes.set(key, value)
      if (session.key !== null) await session.show(session.key, String(bytes.get(session.key)))
    },
  }
}

describe('text of a record', () => {
  it('is committed once and then stands as the bytes say it', async () => {
    const { session, type, text, log } = bench()
    await session.show('a', '1')
    type(' 7 ')
    await session.commit()
    await session.commit()
    expect([text(), log, session.isDirty]).toEqual(['7', ['a=7'], false])
  })

  it('that cannot be read never reaches the bytes, whatever is typed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.string(), fc.nat(999).map(String)), { maxLength: 6 }), async typed => {
        const { session, type, bytes } = bench()
        await session.show('a', '1')
        let expected = 1
        for (const words of typed) {
          type(words)
          await session.commit()
          if (/^\s*\d+\s*$/.test(words)) expected = Number(words)
          expect(bytes.get('a')).toBe(expected)
        }
      }),
      { seed: 1 },
    )
  })

  it('unfinished while the bytes change outside is asked about: mine or theirs', async () => {
    const first = bench()
    await first.session.show('a', '1')
    first.type('7')
    await first.outside('a', 5)
    await first.session.commit()
    expect([first.session.theirs, first.log]).toEqual(['5', []])
    await first.session.useMine()
    expect([first.bytes.get('a'), first.text()]).toEqual([7, '7'])
    const second = bench()
    await second.session.show('a', '1')
    second.type('7x')
    await second.outside('a', 5)
    second.session.takeTheirs()
    expect([second.text(), second.log, second.session.isDirty]).toEqual(['5', [], false])
  })

  it('is no longer asked about once the outside change is taken back', async () => {
    const { session, type, outside, log, text } = bench()
    await session.show('a', '1')
    type('7')
    await outside('a', 5)
    await outside('a', 1)
    expect(session.theirs).toBeNull()
    await session.commit()
    expect([log, text()]).toEqual([['a=7'], '7'])
  })

  it('asked about stays when the selection goes on, and the answer leads there', async () => {
    for (const isMine of [true, false]) {
      const { session, type, outside, bytes, text } = bench()
      await session.show('a', '1')
      type('7')
      await outside('a', 5)
      await session.show('b', '2')
      expect([session.key, session.theirs, session.elsewhere]).toEqual(['a', '5', 'b'])
      if (isMine) await session.useMine()
      else session.takeTheirs()
      expect([bytes.get('a'), session.key, text()]).toEqual([isMine ? 7 : 5, 'b', '2'])
    }
  })

  it('typed on while a commit is on its way is kept and goes next', async () => {
    const { session, type, text, log, hold } = bench()
    await session.show('a', '1')
    type('7')
    const release = hold()
    const sending = session.commit()
    type('78')
    release()
    await sending
    expect([text(), session.isDirty]).toEqual(['78', true])
    await session.commit()
    expect(log).toEqual(['a=7', 'a=78'])
  })

  it('typed on while others change the bytes under a commit on its way is asked about', async () => {
    for (const isBefore of [true, false]) {
      const { session, type, outside, bytes, log, text, hold, holdAnswer } = bench()
      await session.show('a', '1')
      type('7')
      const release = isBefore ? hold() : holdAnswer()
      const sending = session.commit()
      await Promise.resolve()
      type('78')
      await outside('a', 5)
      release()
      await sending
      await session.commit()
      expect([bytes.get('a'), session.theirs, text(), log]).toEqual([5, '5', '78', isBefore ? [] : ['a=7']])
      await session.useMine()
      expect([bytes.get('a'), session.theirs, text()]).toEqual([78, null, '78'])
    }
  })

  it('not typed on shows what others made of it', async () => {
    const { session, type, outside, text, holdAnswer } = bench()
    await session.show('a', '1')
    type('7')
    const release = holdAnswer()
    const sending = session.commit()
    await Promise.resolve()
    await outside('a', 5)
    release()
    await sending
    expect([text(), session.isDirty, session.theirs]).toEqual(['5', false, null])
  })

  it('typed on while a commit is on its way goes to its record before another is shown', async () => {
    const { session, type, text, log, hold } = bench()
    await session.show('a', '1')
    type('7')
    const release = hold()
    void session.commit()
    type('78')
    const shown = [session.show('b', '2'), session.show('a', '1'), session.show('b', '2')]
    release()
    await Promise.all(shown)
    expect([log, session.key, text()]).toEqual([['a=7', 'a=78'], 'b', '2'])
  })

  it('goes to its own record when the selection moves on; an unreadable one stays', async () => {
    const { session, type, text, log } = bench()
    await session.show('a', '1')
    type('7')
    await session.show('b', '2')
    expect([log, session.key, text()]).toEqual([['a=7'], 'b', '2'])
    type('2x')
    await session.show('a', '7')
    expect([session.key, session.elsewhere, text()]).toEqual(['b', 'a', '2x'])
    session.takeTheirs()
    expect([session.key, text(), session.isDirty]).toEqual(['a', '7', false])
  })
})
