import type { Bytes } from '../../layout'
import type { Mod } from './opening'
import type { Commit, EntryPath, Label } from '../../edit'
import type { Conflict, EntryPatch, Miss } from '../../patch'

export interface PatchEntryReport {
  readonly entry: EntryPath
  readonly name: string
  readonly kind: EntryPatch['kind']
  /** Fields, splices and attributes that the patch has for it. */
  readonly count: number
}

/** What a patch does here, or would. */
export interface PatchReport {
  readonly title: string
  readonly entries: readonly PatchEntryReport[]
  /** Files whose original is another one than that of the patch. */
  readonly otherFiles: readonly string[]
  /** Changes that go in. */
  readonly changing: number
  /** Changes that are there already. */
  readonly already: number
  /** Places where the install is not what the patch was made on: left as they are unless told otherwise. */
  readonly misses: readonly Miss[]
  /** Null for a dry run and where nothing changes. */
  readonly commit: Commit | null
}

export interface PatchOptions {
  readonly dryRun: boolean
  /** Misses that are done all the same: `all`, or by `entry path`. */
  readonly accept?: 'all' | readonly string[]
}

/** A step of history and what it did, as lines of a recipe. */
export interface RecipeStep {
  readonly label: Label
  readonly lines: readonly string[]
}

/** A line that could not be done here. */
export interface RecipeMiss extends Miss {
  readonly line: number
}

export interface RecipeReport {
  /** Actions of the recipe; fields of one entry in a row are one. */
  readonly actions: number
  readonly entries: readonly EntryPath[]
  readonly changing: number
  readonly already: number
  readonly misses: readonly RecipeMiss[]
  /** Null for a dry run, where nothing changes, and where something does not fit and may not be left out. */
  readonly commit: Commit | null
}

export interface RecipeOptions {
  /** Of the recipe's file, for the history. */
  readonly name: string
  readonly dryRun: boolean
  /** Leaves out what does not fit, instead of doing nothing. */
  readonly skip?: boolean
  /** The entry that is open: for queries that are meant for it. */
  readonly entry?: EntryPath
}

/** What a change becomes for others: patch, recipe, overlay; and the several mods of one install. */
export interface ShareApi {
  /** The present change as the text of a patch's file. */
  patch(title: string): Promise<string>
  /**
   * Applies a patch as one step; with `dryRun` returns only what fits and what does not. Throws StudioError `patch.…`
   * where it cannot be read.
   */
  applyPatch(text: string, options: PatchOptions): Promise<PatchReport>
  /** All steps in effect as lines of a recipe, under their labels. */
  recipe(): Promise<readonly RecipeStep[]>
  applyRecipe(text: string, options: RecipeOptions): Promise<RecipeReport>
  /** The packed files as a ZIP. Refused where something is not packed. */
  overlayZip(): Promise<Bytes>
  /** The mods of this install, in the order in which they were made. */
  mods(): Promise<readonly Mod[]>
  addMod(name: string): Promise<Mod>
  renameMod(id: string, name: string): Promise<readonly Mod[]>
  duplicateMod(id: string, name: string): Promise<Mod>
  /** Moves a mod into the trash folder; returns its absolute path. */
  removeMod(id: string): Promise<string>
  /** Chooses the mod that opens with this install; `open` it again to see it. */
  activateMod(id: string): Promise<void>
  /** Where the open mod and another one say different things of one field. */
  modConflicts(id: string): Promise<readonly Conflict[]>
}
