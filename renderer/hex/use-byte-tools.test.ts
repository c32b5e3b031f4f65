import { effectScope, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { locate } from '@areal-studio/core/layout'
import { MAP, openWindow } from '../state/window.fixture'
import { useByteTools } from './use-byte-tools'
import { useWriting } from './use-writing'

/** Bytes without a declared record, which may have any length. */
const PLAIN = 'plain.bin'
let window: Awaited<ReturnType<typeof openWindow>>
let scope: EffectScope
let clipboard: string
beforeEach(async () => {
  clipboard = ''
  window = await openWindow()
  scope = effectScope()
})
afterEach(() => {
  scope.stop()
})
const system = {
  readText: async () => clipboard,
  writeText: async (text: string) => {
    clipboard = text
  },
}
vi.stubGlobal('window', { navigator: { clipboard: system } })

/** The grid's tools over an entry, with bytes chosen. */
async function open(entry: string, chosen: readonly [number, number] = [0, 0]) {
  await window.workspace.load(entry)
  const replica = shallowRef(window.workspace.replica(entry))
  const follow = (): void => {
    replica.value = window.workspace.replica(entry)
  }
  const at = { chosen }
  const made = scope.run(() => {
    const writing = useWriting(replica)
    return {
      writing,
      tools: useByteTools({
        replica,
        page: shallowRef('cp1251'),
        chosen: () => at.chosen,
        pick: (start, end) => {
          at.chosen = [start, end]
        },
        writing,
        unlessLocked: act => act,
      }),
    }
  })
  const settled = async (): Promise<Uint8Array> => {
    await window.workspace.settled()
    follow()
    return replica.value?.image.bytes ?? expect.unreachable()
  }
  return { ...(made ?? expect.unreachable()), at, settled, before: (await settled()).slice() }
}
const lastNotice = (): string | undefined => window.workspace.notices.at(-1)?.words.code
const steps = (): Promise<number> => window.port.studio.api.history().then(history => history.length)

describe('typing over bytes', () => {
  it('is one step for all that is typed until it is finished, and changes only those bytes', async () => {
    const { writing, settled, before } = await open(MAP)
    for (const [offset, byte] of [
      [40, 1],
      [41, 2],
      [60, 3],
    ] as const)
      writing.type(offset, byte)
    expect([writing.isTyping.value, [...writing.typed.value.keys()]]).toEqual([true, [40, 41, 60]])
    expect(await settled()).toEqual(before)
    writing.finish()
    const after = await settled()
    const expected = before.slice()
    expected.set([1, 2], 40)
    expected[60] = 3
    expect(after).toEqual(expected)
    expect(await steps()).toBe(1)
  })

  it('can be given up before it is finished', async () => {
    const { writing, settled, before } = await open(MAP)
    writing.type(40, 1)
    writing.drop()
    writing.finish()
    expect(await settled()).toEqual(before)
    expect([writing.isTyping.value, await steps()]).toEqual([false, 0])
  })

  it('says why no byte can be inserted between those of a record', async () => {
    const { writing } = await open(MAP)
    expect(writing.mayInsert(40)).toBe(false)
    expect(lastNotice()).toBe('ui.hex.inserting.refused')
    expect(writing.mayInsert(41)).toBe(false)
  })
})

describe('the chosen bytes', () => {
  it('are copied as text of the chosen kind', async () => {
    const { tools, before } = await open(MAP, [16, 20])
    tools.actions.copy('hex')
    const words = Array.from(before.subarray(16, 20), byte => byte.toString(16).padStart(2, '0').toUpperCase())
    await expect.poll(() => clipboard).toBe(words.join(' '))
  })

  it('are overwritten by a paste of as many plain bytes, and stay chosen', async () => {
    const { tools, at, settled, before } = await open(MAP, [40, 44])
    tools.pasted('0A 0B 0C 0D')
    await expect.poll(async () => [...(await settled()).subarray(40, 44)]).toEqual([10, 11, 12, 13])
    expect((await settled()).subarray(44)).toEqual(before.subarray(44))
    expect(at.chosen).toEqual([40, 44])
    expect(tools.asking.value).toBeUndefined()
  })

  it('are not overwritten without a question where the paste is longer, or is no plain bytes', async () => {
    const { tools, settled, before } = await open(MAP, [40, 42])
    tools.pasted('0A 0B 0C 0D')
    expect(tools.asking.value).toMatchObject({ what: 'paste', start: 40, size: 2, canInsert: false })
    tools.stopAsking()
    tools.pasted('some words')
    expect(tools.asking.value).toMatchObject({ clipboard: 'some words' })
    expect(await settled()).toEqual(before)
    tools.overwrite(Uint8Array.of(7, 8, 9))
    await expect.poll(async () => [...(await settled()).subarray(40, 43)]).toEqual([7, 8, 9])
    expect([tools.asking.value, await steps()]).toEqual([undefined, 1])
  })

  it('are filled with a pattern from its start, as one step', async () => {
    const { tools, settled, before } = await open(MAP, [40, 45])
    tools.actions.fill()
    expect(tools.asking.value).toMatchObject({ what: 'fill', start: 40, size: 5 })
    tools.fill(Uint8Array.of(1, 2))
    await expect.poll(async () => [...(await settled()).subarray(40, 45)]).toEqual([1, 2, 1, 2, 1])
    expect((await settled())[45]).toBe(before[45])
    expect(await steps()).toBe(1)
  })

  it('are not asked about where none are chosen', async () => {
    const { tools } = await open(MAP, [40, 40])
    tools.actions.fill()
    expect(tools.asking.value).toBeUndefined()
  })

  it('of a record are not removed: the message says so, and every byte stays', async () => {
    const { tools, settled, before } = await open(MAP, [40, 44])
    tools.actions.remove()
    await expect.poll(lastNotice).toBe('refusal.hex.fixed-length')
    expect(await settled()).toEqual(before)
  })
})

it('a value that is written by hex is the value of its field', async () => {
  const { tools, settled } = await open(MAP)
  const field = (await window.workspace.load(MAP)).document
  const offset = (field && locate(field, 'areals/3/class_id')?.offset) ?? expect.unreachable()
  tools.write(offset, Uint8Array.of(0x34, 0x12, 0, 0))
  await settled()
  const after = (await window.workspace.load(MAP)).document
  expect(after && locate(after, 'areals/3/class_id')?.value).toBe(0x1234)
})

it('bytes without a record are inserted and removed, and undo gives them back', async () => {
  await window.port.game.write(PLAIN, Uint8Array.of(1, 2, 3, 4))
  if (!(await window.workspace.open('/game'))) throw new Error('refused')
  const { tools, at, settled, writing } = await open(PLAIN, [1, 1])
  expect(writing.mayInsert(1)).toBe(true)
  writing.toggleInsert(1)
  tools.pasted('AA BB')
  await expect.poll(async () => [...(await settled())]).toEqual([1, 0xaa, 0xbb, 2, 3, 4])
  at.chosen = [1, 4]
  tools.actions.remove()
  await expect.poll(async () => [...(await settled())]).toEqual([1, 3, 4])
  await window.workspace.undo()
  await window.workspace.undo()
  expect([...(await settled())]).toEqual([1, 2, 3, 4])
})
