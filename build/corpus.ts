import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAMILIES, allFamilies } from '@areal-studio/core'
import { StudioError } from '@areal-studio/core/format'
import { brokenLaws } from '@areal-studio/core/layout'
import { createStudio, type Proof, type StudioApi } from '@areal-studio/core/studio'
import { nodeHost } from '../electron/node/node-host'

/** Laws that visit every node are for the smaller entries; the round trip is for all. */
const LAWS_SIZE = 64 * 1024
const FORMATS = new Map((await allFamilies()).flatMap(family => family.formats).map(format => [format.id, format]))

interface Tally {
  entries: number
  bytes: number
  unknown: number
  broken: number
}

/**
 * `STUDIO_CORPUS=/path npm run -s corpus`: every file of a real install is read and written again. Prints counts and
 * hashes, no names.
 */
async function corpus(): Promise<void> {
  const root = process.env['STUDIO_CORPUS']
  if (root === undefined || root === '') {
    console.error('error corpus.missing: STUDIO_CORPUS must name the folder of an install')
    process.exitCode = 1
    return
  }
  const temp = mkdtempSync(join(tmpdir(), 'areal-corpus-'))
  try {
    await report(createStudio({ host: nodeHost(temp), families: FAMILIES }).api, root)
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
    console.error(`error ${error.code}`)
    process.exitCode = 2
  } finally {
    rmSync(temp, { recursive: true, force: true })
  }
}

async function report(studio: StudioApi, root: string): Promise<void> {
  const { family, fileCount } = await studio.open(root)
  const proofs = await studio.prove()
  const hash = createHash('sha256')
  const formats = new Map<string, Tally>()
  for (const proof of [...proofs].sort((a, b) => (a.entry < b.entry ? -1 : 1))) {
    const { format, broken, bytes } = await lawsOf(studio, proof)
    hash.update(createHash('sha256').update(bytes).digest()).update(proof.result)
    const tally = formats.get(format) ?? { entries: 0, bytes: 0, unknown: 0, broken: 0 }
    formats.set(format, {
      entries: tally.entries + 1,
      bytes: tally.bytes + proof.totalBytes,
      unknown: tally.unknown + proof.unknownBytes,
      broken: tally.broken + broken,
    })
  }
  const count = (result: Proof['result']): number => proofs.filter(proof => proof.result === result).length
  console.log(`corpus: ${family}, ${fileCount} files, ${proofs.length} entries, sha256 ${hash.digest('hex')}`)
  console.log(
    `identical ${count('identical')}, opaque ${count('opaque')}, unproved ${count('unproved')}, unknown ${count('unknown')}`,
  )
  for (const [format, { entries, bytes, unknown, broken }] of [...formats].sort()) {
    console.log(
      `${format.padEnd(26)}${entries} entries, ${bytes} bytes, ${unknown} not understood${broken > 0 ? `, ${broken} LAWS BROKEN` : ''}`,
    )
  }
  await reportProblems(studio)
  const isFine = count('unproved') === 0 && [...formats.values()].every(({ broken }) => broken === 0)
  console.log(isFine ? 'round trip: every recognised byte came back' : 'round trip: NOT PROVED')
  process.exitCode = isFine ? 0 : 1
}

/** Laws beyond the round trip: tree, JSON, assignment. */
async function lawsOf(
  studio: StudioApi,
  { entry, result }: Proof,
): Promise<{ format: string; broken: number; bytes: Uint8Array }> {
  const image = await studio.read(entry)
  const format = image.format === undefined ? undefined : FORMATS.get(image.format)
  const layout = format?.archive ? undefined : format?.layout?.(image.info)
  const isLooked = layout !== undefined && image.size <= LAWS_SIZE && (result === 'identical' || result === 'opaque')
  return {
    format: image.format ?? 'unknown',
    broken: isLooked ? brokenLaws(layout, image.bytes).length : 0,
    bytes: image.bytes,
  }
}

async function reportProblems(studio: StudioApi): Promise<void> {
  const codes = new Map<string, number>()
  for (const { code, severity } of await studio.check()) {
    const name = `${severity} ${code}`
    codes.set(name, (codes.get(name) ?? 0) + 1)
  }
  for (const [code, times] of [...codes].sort()) console.log(`${code.padEnd(40)}${times}`)
}

await corpus()
