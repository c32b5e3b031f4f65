import { defineAsyncComponent, type Component } from 'vue'

/** Longer than a frame takes; a window that nobody sees has none. */
const NO_FRAME = 100

const task = (): Promise<void> => new Promise(done => { window.setTimeout(done) })

const frame = (): Promise<void> => new Promise(painted => {
  const timer = window.setTimeout(painted, NO_FRAME)
  window.requestAnimationFrame(() => {
    window.clearTimeout(timer)
    window.setTimeout(painted)
  })
})

let last: Promise<void> | undefined

/** Settles in a task of its own after whoever asked before; the first one when the first screen is painted. Between them clicks are heard. */
export const turn = (): Promise<void> => { last = last ? last.then(task) : frame(); return last }

let stands: Promise<void> | undefined

/** A component that is loaded when the first screen stands, and built in a turn of its own. */
export const inTurn = (load: () => Promise<Component>): Component => defineAsyncComponent(async () => {
  await (stands ??= turn())
  const component = await load()
  await turn()
  return component
})
