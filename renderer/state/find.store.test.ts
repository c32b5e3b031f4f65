import { describe, expect, it } from 'vitest'
import { useFind } from './find.store'
import { openWindow } from './window.fixture'

describe('a search that is asked for while the one before has no answer yet', () => {
  it('is the one whose results are shown, by what was asked', async () => {
    const { port } = await openWindow()
    const find = useFind()
    find.kind = 'name'
    let answer = (): void => undefined
    port.held = new Promise<void>(resolve => {
      answer = resolve
    })
    find.text = 'wea'
    const first = find.run()
    await expect.poll(() => port.calls).toContain('find')
    find.text = 'ArealMap.ini'
    const second = find.run()
    answer()
    await Promise.all([first, second])
    await expect.poll(() => find.state).toBe('done')
    expect(find.asked).toEqual({ text: 'ArealMap.ini', kind: 'name' })
    expect(find.files.map(file => file.file)).toEqual(['ArealMap.ini'])
  })
  it('is told to run at once, and can be stopped before the answer', async () => {
    const { port } = await openWindow()
    const find = useFind()
    let answer = (): void => undefined
    port.held = new Promise<void>(resolve => {
      answer = resolve
    })
    find.text = 'wea'
    const asked = find.run()
    await expect.poll(() => port.calls).toContain('find')
    expect(find.state).toBe('running')
    await find.cancel()
    expect(port.calls).not.toContain('cancel')
    expect([find.state, find.asked?.text]).toEqual(['cancelled', 'wea'])
    answer()
    await asked
    expect(port.calls).toContain('cancel')
    expect(find.state).toBe('cancelled')
  })
})
