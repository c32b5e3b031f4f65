import type { Bytes } from '../../layout'
import type { Mod } from './opening'
import type { Commit, EntryPath, Label } from '../../edit'
import type { Conflict, EntryPatch, Miss } from '../../patch'

/** An entry that a patch changes. */
export interface PatchEntryReport {
  readonly entry: EntryPath
  readonly name: string
  readonly kind: EntryPatch['kind']
  /** Number of fields, splices and attributes that the patch changes in it. */
  readonly count: number
}

/** Result of applying a patch, or its preview. */
export interface PatchReport {
  readonly title: string
  readonly entries: readonly PatchEntryReport[]
  /** Files whose original differs from that of the patch. */
  readonly otherFiles: readonly string[]
  /** Changes that are applied. */
  readonly changing: number
  /** Changes that the install has already. */
  readonly already: number
  /** Places where the install differs from the one that the patch was made on: not changed unless accepted. */
  readonly misses: readonly Miss[]
  /** Null for a dry run and where nothing changes. */
  readonly commit: Commit | null
}

/** Options of applying a patch. */
export interface PatchOptions {
  readonly dryRun: boolean
  /** Misses to apply nevertheless: `all`, or by `entry path`. */
  readonly accept?: 'all' | readonly string[]
  /** Refuses the patch as a whole where an original is another one than its own, or anything does not fit. */
  readonly strict?: boolean
}

/** A step of the history, as lines of a recipe. */
export interface RecipeStep {
  readonly label: Label
  readonly lines: readonly string[]
}

/** A line that cannot be applied here. */
export interface RecipeMiss extends Miss {
  readonly line: number
}

/** Result of applying a recipe, or its preview. */
export interface RecipeReport {
  /** Actions of the recipe; consecutive fields of one entry are one. */
  readonly actions: number
  readonly entries: readonly EntryPath[]
  readonly changing: number
  readonly already: number
  readonly misses: readonly RecipeMiss[]
  /** Null for a dry run, where nothing changes, and where something does not fit and is not skipped. */
  readonly commit: Commit | null
}

/** Options of applying a recipe. */
export interface RecipeOptions {
  /** Name of the recipe's file, for the history. */
  readonly name: string
  readonly dryRun: boolean
  /** Skips what does not fit, instead of refusing the recipe. */
  readonly skip?: boolean
  /** The open entry: for queries on `*`. */
  readonly entry?: EntryPath
}

/** Sharing of the present change: patch, recipe, overlay; and the mods of one install. */
export interface ShareApi {
  /** The present change as the text of a patch file. */
  patch(title: string): Promise<string>
  /**
   * Applies a patch as one step; with `dryRun` returns only what fits and what does not. Throws StudioError `patch.…`
   * where it cannot be read.
   */
  applyPatch(text: string, options: PatchOptions): Promise<PatchReport>
  /** All steps in effect as lines of a recipe, under their labels. */
  recipe(): Promise<readonly RecipeStep[]>
  applyRecipe(text: string, options: RecipeOptions): Promise<RecipeReport>
  /** The packed files as a ZIP. Throws where changes are not packed. */
  overlayZip(): Promise<Bytes>
  /** The mods of this install, in order of creation. */
  mods(): Promise<readonly Mod[]>
  addMod(name: string): Promise<Mod>
  renameMod(id: string, name: string): Promise<readonly Mod[]>
  duplicateMod(id: string, name: string): Promise<Mod>
  /** Moves a mod into the trash folder; returns its absolute path. */
  removeMod(id: string): Promise<string>
  /** Chooses the mod that `open` of this install opens; the open workspace stays. */
  activateMod(id: string): Promise<void>
  /** Fields that the open mod and another one change differently. */
  modConflicts(id: string): Promise<readonly Conflict[]>
}
