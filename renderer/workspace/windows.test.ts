import { describe, expect, it } from 'vitest'
import { everyWindow, joinWindow, windowAtWork, windows } from './windows'

/** As much of a window as is asked here: events go to it. */
const aWindow = (): Window => new EventTarget() as Window

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
})
