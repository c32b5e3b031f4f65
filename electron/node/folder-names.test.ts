import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StudioError } from '@areal-studio/core/format'
import { FaultyDisk, type Fault } from './faulty-disk.fixture'
import { nodeFiles } from './node-files'

const PATHS = ['data/one.bin', 'DATA/ONE.BIN', 'data/absent.bin', 'absent/one.bin'] as const
let root: string

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'areal-names-')))
  mkdirSync(join(root, 'data'))
  writeFileSync(join(root, 'data/one.bin'), 'one')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Whether a file exists, or why that cannot be determined. */
const said = (path: string, disk: FaultyDisk): Promise<string> =>
  disk.during(() =>
    nodeFiles(root)
      .stat(path)
      .then(
        stat => (stat ? 'there' : 'absent'),
        (error: unknown) => (error instanceof StudioError ? error.code : `defect ${String(error)}`),
      ),
  )

describe('a name that the disk is asked for', () => {
  it.each([
    ['EIO', 'file.drive-gone'],
    ['EACCES', 'file.unreadable'],
  ] as const)('is not absent where the answer is %s, whichever question it is', async (fault, code) => {
    for (const path of PATHS) {
      const whole = new FaultyDisk(root, undefined, fault, 'counted')
      const truth = await said(path, whole)
      expect(truth).toBe(path.includes('absent') ? 'absent' : 'there')
      expect(whole.calls.length, path).toBeGreaterThan(0)
      for (const at of whole.calls.keys())
        expect(await said(path, new FaultyDisk(root, at, fault, 'counted')), `${path}, question ${at}`).toBe(code)
    }
  })

  it('is absent where the disk says that there can be none', async () => {
    const noSuch: readonly Fault[] = ['ENOENT', 'ENAMETOOLONG']
    for (const fault of noSuch)
      expect(await said('data/absent.bin', new FaultyDisk(root, 0, fault, 'counted'))).toBe('absent')
    expect(await said(`data/${'x'.repeat(5000)}`, new FaultyDisk(root))).toBe('absent')
    expect(await said('data/one.bin/two', new FaultyDisk(root))).toBe('absent')
  })

  it.skipIf(process.platform === 'win32')(
    'is refused as leading out where it is a link that leads in a circle',
    async () => {
      symlinkSync('circle', join(root, 'circle'))
      expect(await said('circle', new FaultyDisk(root))).toBe('file.outside')
    },
  )
})
