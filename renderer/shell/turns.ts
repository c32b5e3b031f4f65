import { defineAsyncComponent, type Component } from 'vue'
import { frameBegins } from '../state/frame'

const frame = async (): Promise<void> => {
  await frameBegins()
  await new Promise(painted => window.setTimeout(painted))
}

let last: Promise<void> = Promise.resolve()

/**
 * Resolves after the next frame, in a task of its own, one frame after the previous caller, so that keys and clicks are
 * handled between.
 */
export const turn = (): Promise<void> => {
  last = last.then(frame)
  return last
}

let stands: Promise<void> | undefined

/** A component that is loaded after the first screen and built in a task of its own. */
export const inTurn = (load: () => Promise<Component>): Component =>
  defineAsyncComponent(async () => {
    await (stands ??= turn())
    const component = await load()
    await turn()
    return component
  })
