import type { ReadOnlyFileSystem } from '../../format'
import type { Bytes } from '../../layout'
import { overlayPath } from '../changes/changes'
import { backupPath } from '../install/copies'
import type { DeployedFile, Deployment, DeployStep } from '../install/deployed'
import type { Install } from '../install/install'
import type { Replacement } from '../entries/install-writer'

interface WayOut {
  /** Files that do not have their final content yet. */
  readonly images: readonly Replacement[]
  /** Files that are deployed afterwards. */
  readonly files: readonly DeployedFile[]
  readonly outcome: 'deploy-finished' | 'restore-finished' | 'deploy-taken-back'
}

/**
 * How an interrupted deploy or restore ends: forwards if every missing image is available, else backwards. Undefined if
 * neither is possible, or if a file is neither the old nor the new one: another program has written it since, and it is
 * not overwritten without the user's consent.
 */
export async function wayOut(
  { steps, files }: Deployment,
  install: Install,
  store: ReadOnlyFileSystem,
  hashOf: (bytes: Bytes) => string,
): Promise<WayOut | undefined> {
  if (!steps) return undefined
  const present = new Map<string, string | null>()
  for (const { path } of steps) present.set(path, (await install.presentHash(path)) ?? null)
  if (steps.some(({ path, from, to }) => present.get(path) !== from && present.get(path) !== to)) return undefined
  const forwards = await imagesOf(steps, step => step.to, present, store, hashOf)
  if (forwards) {
    const left = files.filter(file => targetOf(file, steps) !== file.pristine)
    return { images: forwards, files: left, outcome: left.length > 0 ? 'deploy-finished' : 'restore-finished' }
  }
  const backwards = await imagesOf(steps, step => step.from, present, store, hashOf)
  const before = files.filter(
    file => (steps.find(step => step.path === file.path)?.from ?? file.deployed.at(-1)) !== file.pristine,
  )
  return backwards && { images: backwards, files: before, outcome: 'deploy-taken-back' }
}

/** Content of a file after the deploy; for a file without a step, the content before. */
function targetOf(file: DeployedFile, steps: readonly DeployStep[]): string | null | undefined {
  const step = steps.find(one => one.path === file.path)
  return step ? step.to : file.deployed.at(-1)
}

async function imagesOf(
  steps: readonly DeployStep[],
  hashIn: (step: DeployStep) => string | null,
  present: ReadonlyMap<string, string | null>,
  store: ReadOnlyFileSystem,
  hashOf: (bytes: Bytes) => string,
): Promise<readonly Replacement[] | undefined> {
  const images: Replacement[] = []
  for (const step of steps) {
    const hash = hashIn(step)
    const from = present.get(step.path) ?? null
    if (from === hash) continue
    const bytes =
      hash === null ? undefined : await imageBy(hash, [overlayPath(step.path), backupPath(hash)], store, hashOf)
    if (hash !== null && !bytes) return undefined
    images.push({ file: step.path, bytes, from })
  }
  return images
}

async function imageBy(
  hash: string,
  paths: readonly string[],
  store: ReadOnlyFileSystem,
  hashOf: (bytes: Bytes) => string,
): Promise<Bytes | undefined> {
  for (const path of paths) {
    const bytes = (await store.stat(path)) ? await store.read(path) : undefined
    if (bytes && hashOf(bytes) === hash) return bytes
  }
  return undefined
}
