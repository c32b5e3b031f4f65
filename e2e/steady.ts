import { expect } from '@playwright/test'

const REST_MS = 150

/** The value of a reading once it is the same twice in a row: what still moves, or is still to be drawn, is read again. */
export async function steady<T>(read: () => Promise<T>): Promise<T> {
  let last = await read()
  await expect
    .poll(
      async () => {
        await new Promise(rest => setTimeout(rest, REST_MS))
        const before = JSON.stringify(last)
        last = await read()
        return JSON.stringify(last) === before
      },
      { message: 'the reading comes to rest' },
    )
    .toBe(true)
  return last
}
