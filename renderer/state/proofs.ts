import { shallowRef, triggerRef } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import { filePath } from '@areal-studio/core/format'
import type { Proof } from '@areal-studio/core/studio'

interface ProofOptions {
  /** Proves these files, or all; undefined where that failed. */
  readonly ask: (files?: readonly string[]) => Promise<readonly Proof[] | undefined>
  /** The open workspace: replies for another one are discarded. */
  readonly workspace: () => string | undefined
}

/** Proofs of the entries of the open install. */
export function createProofs({ ask, workspace }: ProofOptions) {
  let known = new Map<EntryPath, Proof>()
  let proving: Promise<void> = Promise.resolve()
  const proofs = shallowRef<ReadonlyMap<EntryPath, Proof>>(known)

  /** Proofs arrive in parts and are added to the same map, which may be large; a changed proof creates another map. */
  function take(found: readonly Proof[]): void {
    const isOther = found.some(({ entry, result, reencoded }) => {
      const before = known.get(entry)
      return before !== undefined && (before.result !== result || before.reencoded !== reencoded)
    })
    if (isOther) known = new Map(known)
    for (const proof of found) known.set(proof.entry, proof)
    if (isOther) proofs.value = known
    else triggerRef(proofs)
  }

  async function proveNow(files: readonly string[] | undefined): Promise<void> {
    const asked = workspace()
    const found = await ask(files)
    if (!found || workspace() !== asked) return
    const renewed = new Set(files)
    if (renewed.size > 0) proofs.value = known = new Map([...known].filter(([entry]) => !renewed.has(filePath(entry))))
    take(found)
  }

  return {
    proofs,
    take,
    /**
     * Proves all files, or some that have changed; results of deleted files are discarded. One after another, so that
     * the last result is the newest.
     */
    prove(files?: readonly string[]): Promise<void> {
      const run = (): Promise<void> => proveNow(files)
      proving = proving.then(run, run)
      return proving
    },
    clear(): void {
      proofs.value = known = new Map()
      proving = Promise.resolve()
    },
  }
}
