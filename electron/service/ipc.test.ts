import { describe, expect, it } from 'vitest'
import { StudioError } from '@areal-studio/core/format'
import { ARGUMENTS } from './arguments'
import { answer } from './ipc'

class Inherited {
  inherited(): string {
    return 'reached'
  }
}

function service(): Record<string, unknown> {
  return Object.assign(Object.create(new Inherited()) as Record<string, unknown>, {
    info: () => Promise.resolve(7),
    undo: () => Promise.reject(new StudioError('edit.stale', { entry: 'a' }, 'a')),
    redo: () => {
      throw new TypeError('secret /home/somebody/path')
    },
    read: (...args: unknown[]) => Promise.resolve(args),
    commit: (transaction: unknown) => Promise.resolve(transaction),
    unlisted: () => 'reached',
  })
}
const noted: string[] = []
const ask = (method: string, ...args: unknown[]) =>
  answer(service(), method, args, (error, name) => noted.push(`${name} ${String(error)}`))

describe('answer', () => {
  it('gives the value of a method, and a refusal with its code and place', async () => {
    expect(await ask('info')).toEqual({ ok: true, value: 7 })
    expect(await ask('undo')).toEqual({ ok: false, code: 'edit.stale', params: { entry: 'a' }, where: 'a' })
  })

  it.each([
    'constructor',
    '__proto__',
    'then',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'inherited',
    'unlisted',
    '',
    'no such',
  ])('does not reach %s', async method => {
    expect(await ask(method)).toMatchObject({ ok: false, code: 'ipc.unknown-method' })
  })

  it('notes a defect and says nothing of its insides', async () => {
    const reply = await ask('redo')
    expect(reply).toEqual({ ok: false, code: 'studio.defect', params: { method: 'redo' } })
    expect(JSON.stringify(reply)).not.toContain('secret')
    expect(noted).toEqual(['redo TypeError: secret /home/somebody/path'])
  })

  it('refuses arguments of another shape before the method is reached', async () => {
    const bad: readonly (readonly [string, ...unknown[]])[] = [
      ['info', 1],
      ['read'],
      ['read', 5],
      ['read', 'a', { offset: -1 }],
      ['read', 'a', { offset: 1.5 }],
      ['read', 'a', { of: 'past' }],
      ['read', 'a', { other: 1 }],
      ['read', 'a', {}, 1],
      ['read', 'x'.repeat(40_000)],
      ['commit', {}],
      [
        'commit',
        {
          label: { code: 'x', params: {} },
          edits: [{ entry: 'a', base: 0, splices: [{ offset: 0, removed: [1], inserted: [2] }] }],
        },
      ],
      ['commit', { label: { code: 'x', params: { deep: { a: 1 } } }, edits: [] }],
    ]
    for (const [method, ...args] of bad)
      expect(await ask(method, ...args), method).toMatchObject({ ok: false, code: 'ipc.bad-arguments' })
  })

  it('hands right arguments on, optional ones left out or undefined', async () => {
    expect(await ask('read', 'a')).toMatchObject({ ok: true })
    expect(await ask('read', 'a', undefined)).toMatchObject({ ok: true })
    const transaction = {
      label: { code: 'label.field-set', params: { n: 1, name: 'x' } },
      edits: [
        {
          entry: 'a!#0',
          base: 3,
          splices: [{ offset: 4, removed: new Uint8Array([1]), inserted: Buffer.from([2]) }],
          attributes: { before: null, after: { name: { text: 'a', tail: 'ff' }, row: 1 } },
          moves: [{ array: 'areals', at: 1, removed: 0, inserted: 1 }],
        },
      ],
    }
    expect(await ask('commit', transaction)).toEqual({ ok: true, value: transaction })
  })

  it('takes a transaction of 1,050 splices', () => {
    const splices = Array.from({ length: 1050 }, (_, i) => ({
      offset: i * 300,
      removed: new Uint8Array(4),
      inserted: new Uint8Array(4),
    }))
    const args = [{ label: { code: 'x', params: {} }, edits: [{ entry: 'a', base: 0, splices }] }]
    expect(ARGUMENTS['commit']?.safeParse(args).success).toBe(true)
  })
})
