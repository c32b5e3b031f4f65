import { describe, expect, it } from 'vitest'
import { blockOthers, everyWindow, joinWindow, windowAtWork, windows } from './windows'

/** The part of a window that is needed here: events are dispatched to it, and its body can be made inert. */
function aWindow(): Window & { readonly focused: number } {
  const made = Object.assign(new EventTarget(), {
    focused: 0,
    focus: () => {
      made.focused++
    },
    document: { body: { inert: false, ownerDocument: {} } },
  })
  made.document.body.ownerDocument = { defaultView: made }
  return made as unknown as Window & { readonly focused: number }
}

describe('the windows of the studio', () => {
  it('are heard by who listened before they came and after, in the order of listening', () => {
    const heard: string[] = []
    everyWindow.addEventListener('keydown', () => heard.push('first'))
    const opened = aWindow()
    const leave = joinWindow(opened)
    everyWindow.addEventListener('keydown', () => heard.push('second'))
    opened.dispatchEvent(new Event('keydown'))
    expect(heard).toEqual(['first', 'second'])
    expect(windows.value).toContain(opened)
    leave()
    expect(windows.value).not.toContain(opened)
  })

  it('name the one where the user pressed or typed last, as long as it is there', () => {
    const [main, opened] = [aWindow(), aWindow()]
    const leaving = [joinWindow(main), joinWindow(opened)]
    opened.dispatchEvent(new Event('pointerdown'))
    expect(windowAtWork()).toBe(opened)
    main.dispatchEvent(new Event('keydown'))
    expect(windowAtWork()).toBe(main)
    opened.dispatchEvent(new Event('focus'))
    expect(windowAtWork()).toBe(opened)
    for (const leave of leaving) leave()
  })

  it('wait while a question is open in another one: the question on top is free, and a press elsewhere leads to it', () => {
    const [main, opened] = [aWindow(), aWindow()]
    const leaving = [joinWindow(main), joinWindow(opened)]
    const inert = (): readonly boolean[] => [main, opened].map(one => one.document.body.inert)
    main.dispatchEvent(new Event('pointerdown'))
    const first = blockOthers(main.document.body)
    expect(inert()).toEqual([false, true])
    opened.dispatchEvent(new Event('pointerdown'))
    expect([windowAtWork(), main.focused]).toEqual([main, 1])
    const second = blockOthers(opened.document.body)
    expect(inert()).toEqual([true, false])
    second()
    expect(inert()).toEqual([false, true])
    first()
    expect(inert()).toEqual([false, false])
    for (const leave of leaving) leave()
  })
})
