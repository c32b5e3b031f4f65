import fs, { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeFiles } from './node-files'

const FILES = 60
/** Each question asked on the thread holds it so long, in milliseconds. */
const NAP = 25
const ASKS = ['statSync', 'lstatSync', 'readdirSync', 'openSync'] as const
const real = { ...fs }
const cell = new Int32Array(new SharedArrayBuffer(4))
let root: string
/** Questions that held the thread. */
let held = 0

/** The disk below the root is slow until the test is over. */
function slowDown(): void {
  held = 0
  for (const name of ASKS) {
    const ask = real[name] as (...given: unknown[]) => unknown // all of these take the path first
    Object.assign(fs, {
      [name]: (...given: unknown[]) => {
        if (String(given[0]).startsWith(root)) {
          held++
          Atomics.wait(cell, 0, 0, NAP)
        }
        return ask(...given)
      },
    })
  }
  syncBuiltinESMExports()
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'areal-slow-')))
  mkdirSync(join(root, 'DATA'))
  for (let i = 0; i < FILES; i++) writeFileSync(join(root, `DATA/${i}.bin`), `${i}`)
})
afterEach(() => {
  Object.assign(fs, Object.fromEntries(ASKS.map(name => [name, real[name]])))
  syncBuiltinESMExports()
  rmSync(root, { recursive: true, force: true })
})

describe('a slow disk', () => {
  it('is listed and read without holding the thread for each file', async () => {
    const files = nodeFiles(root)
    const before = await files.list()
    slowDown()
    expect(await files.list()).toEqual(before)
    for (const { path, size } of before) {
      expect((await files.stat(path))?.size).toBe(size)
      expect(new TextDecoder().decode(await files.read(path))).toBe(path.slice('DATA/'.length, -'.bin'.length))
    }
    expect(held).toBeLessThan(FILES / 4)
  })

  it('answers as a quick one does: names in any case, what is absent, what leads outside', async () => {
    fs.symlinkSync(tmpdir(), join(root, 'out'))
    const asked = ['data/7.BIN', 'DATA/none.bin', 'none/none.bin', 'DATA', 'out/x.bin', '../x.bin']
    const answers = (): Promise<unknown[]> => {
      const files = nodeFiles(root)
      return Promise.all(
        asked.flatMap(path =>
          [files.stat(path), files.read(path)].map(answer =>
            answer.then(
              told => told,
              (error: unknown) => String(error),
            ),
          ),
        ),
      )
    }
    const quick = await answers()
    slowDown()
    expect(await answers()).toEqual(quick)
  })

  it('lets a listing be ended by who hears of it', async () => {
    const told: string[] = []
    await expect(
      nodeFiles(root).list((folder, count) => {
        told.push(`${folder} ${count}`)
        if (folder === 'DATA') throw new Error('enough')
      }),
    ).rejects.toThrow('enough')
    expect(told).toEqual([' 0', 'DATA 0'])
  })
})
