/** Milliseconds, longer than a frame takes; a hidden window has none. */
const NO_FRAME = 100

/** Resolves when a frame begins, before it is drawn, or after `most` milliseconds without one. */
export const frameBegins = (most = NO_FRAME): Promise<void> =>
  new Promise(begun => {
    const timer = window.setTimeout(begun, most)
    window.requestAnimationFrame(() => {
      window.clearTimeout(timer)
      begun()
    })
  })
