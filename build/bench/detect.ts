import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAMILIES } from '@areal-studio/core'
import { HEAD_SIZE } from '@areal-studio/core/format'
import { nodeFiles } from '../../electron/node/node-files'
import { bestOf, type Measured } from './figures'
import type { BenchInstall } from './install'

const FILES = 50_000
const FOLDERS = 100
const RUNS = 3
/** Endings that leave open which game it is: heads are read. */
const ENDINGS = ['res', 'mod', 'erf', 'zbd', 'bin'] as const

/** A folder of many files: milliseconds to list it and to detect the games in it, by milliseconds to list it. */
export async function measureDetect({ temp }: BenchInstall): Promise<Measured> {
  const root = join(temp, 'detect')
  for (let folder = 0; folder < FOLDERS; folder++) mkdirSync(join(root, String(folder)), { recursive: true })
  for (let i = 0; i < FILES; i++)
    writeFileSync(join(root, String(i % FOLDERS), `${i}.${ENDINGS[i % ENDINGS.length] ?? ''}`), 'MOD ')
  const list = async (): Promise<readonly string[]> => (await nodeFiles(root).list()).map(({ path }) => path)
  const listing = await bestOf(RUNS, list)
  const detection = await bestOf(RUNS, async () => {
    const names = await list()
    const head = (file: string): Promise<Uint8Array> => nodeFiles(root).read(file, { offset: 0, length: HEAD_SIZE })
    await Promise.all(FAMILIES.map(family => family.detect(names, head)))
  })
  return { figures: { list_50000_ms: listing, detect_vs_list: detection / listing } }
}
