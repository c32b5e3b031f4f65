import { describe, expect, it } from 'vitest'

type Way = readonly (readonly string[])[]
interface Browsers {
  waysToBrowser(machine: { readonly hasApt: boolean; readonly isRoot: boolean }): readonly Way[]
  ensureBrowser(find: () => Promise<string | undefined>, ways: readonly Way[]): Promise<string | undefined>
}
const { waysToBrowser, ensureBrowser } = (await import(new URL('browser.mjs', import.meta.url).href)) as Browsers

/** Finds nothing until it was called this number of times. */
const findsAt = (call: number) => {
  let calls = 0
  return () => Promise.resolve(++calls >= call ? '/usr/bin/chromium' : undefined)
}
const node = (code: string): readonly string[] => [process.execPath, '-e', code]
const works = node('')
const fails = node('process.exit(3)')

describe('a browser for the tests', () => {
  it('is installed by apt-get only as root on a machine that has it, else by Playwright alone', () => {
    const first = (hasApt: boolean, isRoot: boolean): (string | undefined)[] =>
      waysToBrowser({ hasApt, isRoot }).map(way => way.at(-1)?.[0])
    expect(first(true, true)).toEqual(['apt-get', 'apt-get', process.execPath])
    expect(first(true, false)).toEqual([process.execPath])
    expect(first(false, true)).toEqual([process.execPath])
  })
  it('is not installed where one is found', async () => {
    expect(await ensureBrowser(findsAt(1), [[fails]])).toBe('/usr/bin/chromium')
  })
  it('is looked for after each way, and the next way is tried where one fails', async () => {
    expect(await ensureBrowser(findsAt(3), [[fails, works], [works]])).toBe('/usr/bin/chromium')
    expect(await ensureBrowser(findsAt(9), [[works], [fails]])).toBeUndefined()
  })
})
