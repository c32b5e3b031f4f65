import { own } from '@areal-studio/core/layout'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import {
  mergePatches,
  parsePatch,
  printPatch,
  printRecipe,
  type Choice,
  type Conflict,
  type Patch,
} from '@areal-studio/core/patch'
import type { PatchReport, RecipeReport } from '@areal-studio/core/studio'
import { sayLabel } from './label-text'
import { useText } from './settings.store'
import { askForTextFile, saveText, type TextFile } from './user-file'
import { useWorkspace } from './workspace.store'

/** A patch or recipe with its preview. */
export type Offered =
  | { readonly kind: 'patch'; readonly file: TextFile; readonly report: PatchReport }
  | { readonly kind: 'recipe'; readonly file: TextFile; readonly report: RecipeReport; readonly entry?: string }

/** Two patches to merge. */
interface Merging {
  readonly a: TextFile
  readonly b: TextFile
  readonly patches: readonly [Patch, Patch]
  readonly conflicts: readonly Conflict[]
}

/** Files for others: patch, recipe and overlay of the present edits. */
function useExports() {
  const workspace = useWorkspace()
  const text = useText()
  /** A suggested file name from that of the install's folder. */
  const fileName = (ending: string): string =>
    `${(workspace.info?.install ?? '').split(/[\\/]/).at(-1) || 'areal'}.${ending}`

  async function exportPatch(): Promise<void> {
    await workspace.settled()
    const patch = await workspace.attempt(() => workspace.studio.patch(fileName('patch').replace(/\.patch$/, '')))
    if (patch !== undefined) saveText(fileName('patch'), patch)
  }

  async function exportRecipe(): Promise<void> {
    await workspace.settled()
    const steps = await workspace.attempt(() => workspace.studio.recipe())
    if (steps)
      saveText(
        fileName('recipe'),
        printRecipe(steps.map(({ label, lines }) => ({ words: sayLabel(text, label), lines }))),
      )
  }

  async function exportOverlay(): Promise<void> {
    await workspace.settled()
    const zip = await workspace.attempt(() => workspace.studio.overlayZip())
    if (zip) saveText(fileName('zip'), zip)
  }

  return { exportPatch, exportRecipe, exportOverlay }
}

/** Two patches merged into one file. */
function useMerge() {
  const workspace = useWorkspace()
  const merging = shallowRef<Merging | null>(null)

  /** Opens a dialog for two patches; without conflicts the merged one is saved immediately. */
  async function merge(): Promise<void> {
    const a = await askForTextFile('.patch,.json')
    const b = a && (await askForTextFile('.patch,.json'))
    if (!a || !b) return
    const read = await workspace.attempt(async () => {
      const patches = [parsePatch(a.text), parsePatch(b.text)] as const
      return { patches, merged: mergePatches(...patches, () => undefined) }
    })
    if (!read) return
    merging.value = { a, b, patches: read.patches, conflicts: read.merged.conflicts }
    if (read.merged.open === 0) finishMerge({})
  }

  function finishMerge(choices: Readonly<Record<string, Choice>>): void {
    const wanted = merging.value
    if (!wanted) return
    const { patch } = mergePatches(...wanted.patches, conflict => own(choices, conflict.key))
    merging.value = null
    saveText('merged.patch', printPatch(patch))
    workspace.notify({ code: 'notice.share-merged', params: { n: patch.entries.length } }, 'info')
  }

  return { merging, merge, finishMerge }
}

/** Sharing: patches, recipes, the overlay for players. */
export const useShare = defineStore('share', () => {
  const workspace = useWorkspace()
  const offered = shallowRef<Offered | null>(null)
  const isBusy = shallowRef(false)
  /** Opens a file dialog and shows the preview of the chosen file. */
  async function offer(kind: Offered['kind']): Promise<void> {
    const file = await askForTextFile(kind === 'patch' ? '.patch,.json' : '.recipe,.txt')
    if (!file) return
    await workspace.settled()
    if (kind === 'patch') {
      const report = await workspace.attempt(() => workspace.studio.applyPatch(file.text, { dryRun: true }))
      if (report) offered.value = { kind, file, report }
    } else await offerRecipe(file)
  }

  /** Shows the preview of a recipe; `entry` is the open one. */
  async function offerRecipe(file: TextFile, entry?: string): Promise<void> {
    await workspace.settled()
    const open = entry === undefined ? {} : { entry }
    const report = await workspace.attempt(() =>
      workspace.studio.applyRecipe(file.text, { name: file.name, dryRun: true, ...open }),
    )
    if (report) offered.value = { kind: 'recipe', file, report, ...open }
  }

  /** Applies it, as one step; `accept` names mismatches to apply nevertheless. */
  async function apply(accept: readonly string[]): Promise<void> {
    const wanted = offered.value
    if (!wanted) return
    isBusy.value = true
    const report = await workspace.attempt(() =>
      workspace.act<PatchReport | RecipeReport>(studio =>
        wanted.kind === 'patch'
          ? studio.applyPatch(wanted.file.text, { dryRun: false, accept })
          : studio.applyRecipe(wanted.file.text, {
              name: wanted.file.name,
              dryRun: false,
              skip: true,
              ...(wanted.entry !== undefined && { entry: wanted.entry }),
            }),
      ),
    )
    isBusy.value = false
    if (!report) return
    offered.value = null
    workspace.notify(
      { code: 'notice.share-applied', params: { n: report.changing, misses: report.misses.length } },
      report.misses.length > 0 ? 'warning' : 'info',
    )
  }

  return {
    offered,
    ...useMerge(),
    isBusy,
    ...useExports(),
    offer,
    offerRecipe,
    apply,
  }
})
