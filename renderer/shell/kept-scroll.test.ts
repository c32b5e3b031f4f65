import { expect, it, vi } from 'vitest'
import { KeptScroll } from './kept-scroll'

/** As much of an element as scrolling needs. */
class Part {
  scrollLeft = 0
  scrollTop = 0
  isConnected = true
  scrollHeight = 2000
  scrollWidth = 0
  clientHeight = 300
  clientWidth = 0
  readonly classList: readonly string[] = []
  parentElement: { querySelectorAll(): Part[] } | null = null
  constructor(readonly name: string | null = null) {}
  getAttribute(attribute: string): string | null {
    return attribute === 'role' ? this.name : null
  }
  scrollTo({ left, top }: { left: number; top: number }): void {
    this.scrollLeft = left
    this.scrollTop = top
  }
}
vi.stubGlobal('Element', Part)

/** A pane whose list was scrolled, and which then was out of the document. */
function left() {
  const [scroll, sign, list] = [new KeptScroll(), new Part(), new Part()]
  scroll.setSign(sign)
  list.scrollTop = 500
  const event = new Event('scroll')
  Object.defineProperty(event, 'target', { value: list })
  scroll.note(event)
  list.scrollTop = sign.scrollTop = 0
  return { scroll, list }
}

it('scrolls a pane that comes back to where it was', () => {
  const { scroll, list } = left()
  scroll.bringBack()
  expect(list.scrollTop).toBe(500)
})

it('leaves a pane at its start where another install was opened meanwhile', () => {
  const { scroll, list } = left()
  scroll.forget()
  scroll.bringBack()
  expect(list.scrollTop).toBe(0)
})

it('after a restart a list is where it was, once it is long enough, unless the user scrolls', () => {
  const [scroll, sign, list] = [new KeptScroll(), new Part(), new Part('tree')]
  sign.parentElement = { querySelectorAll: () => [list] }
  scroll.setSign(sign)
  scroll.expect({ tree: [0, 480], listbox: [0, 0] })
  list.scrollHeight = 300
  scroll.catchUp()
  expect([list.scrollTop, scroll.isCaughtUp]).toEqual([0, false])
  list.scrollHeight = 2000
  scroll.catchUp()
  expect([list.scrollTop, scroll.isCaughtUp]).toEqual([480, true])

  scroll.expect({ tree: [0, 90] })
  scroll.release()
  scroll.catchUp()
  expect(list.scrollTop).toBe(480)
})

it('names what was scrolled for the next start', () => {
  const [scroll, list] = [new KeptScroll(), new Part('tree')]
  list.scrollTop = 72
  const event = new Event('scroll')
  Object.defineProperty(event, 'target', { value: list })
  scroll.note(event)
  expect(scroll.named()).toEqual({ tree: [0, 72] })
})
