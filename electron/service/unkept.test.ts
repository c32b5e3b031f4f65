import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createService } from './service'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'areal-unkept-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** What a window receives for each of its calls. */
async function told(userData: string, times: number): Promise<readonly unknown[]> {
  const service = createService({ kind: 'browser', userData, path: '', quit: () => undefined })
  const replies: unknown[] = []
  for (let time = 0; time < times; time++) {
    const reply = await service.call('settingsNotices', [])
    replies.push(reply.ok ? reply.value : reply.code)
  }
  await service.close()
  return replies
}

it('a data folder that cannot be written is said once', async () => {
  const userData = join(base, 'file', 'data') // below a file nothing can be made, by nobody
  writeFileSync(join(base, 'file'), '')
  expect(await told(userData, 2)).toEqual([[{ code: 'notice.data-unkept', params: { path: userData } }], []])
})

it('nothing is said where settings can be kept', async () => {
  expect(await told(join(base, 'data'), 1)).toEqual([[]])
})
