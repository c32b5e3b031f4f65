import type { Bytes } from '../../layout'
import { mergePatches, parsePatch, printPatch, type Conflict } from '../../patch'
import { applyPatch, type PatchOptions, type PatchReport } from './apply-patch'
import { applyRecipe, recipeSteps, type RecipeOptions, type RecipeReport, type RecipeStep } from './apply-recipe'
import { Mods, type Mod } from './mods'
import { openWorkspace } from '../open'
import { overlayZip } from './overlay-zip'
import { makePatch } from './patch'
import { Session } from '../session'

/** What a change becomes for others: patch, recipe, overlay; and the several mods of one install. */
export interface ShareApi {
  /** The present change as the text of a patch's file. */
  patch(title: string): Promise<string>
  /** Applies a patch as one step; with `dryRun` says what fits and what does not. Refused where it cannot be read (`patch.…`). */
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
  /** Puts a mod into the trash folder; answers its absolute path. */
  removeMod(id: string): Promise<string>
  /** Chooses the mod that opens with this install; `open` it again to see it. */
  activateMod(id: string): Promise<void>
  /** Where the open mod and another one say different things of one field. */
  modConflicts(id: string): Promise<readonly Conflict[]>
}

interface Door {
  readonly session: () => Session
  /** After what other processes wrote. */
  readonly inStep: () => Promise<Session>
  readonly inTurn: <T>(run: () => Promise<T>) => Promise<T>
}

/** The part of the studio that makes and takes patches, recipes, overlays for players, and mods. */
export function shareApi({ session, inStep, inTurn }: Door): ShareApi {
  const mods = <T>(run: (mods: Mods) => Promise<T>): Promise<T> => inTurn(async () => run(await Mods.of(session())))
  return {
    patch: async title => printPatch(await makePatch(await inStep(), title)),
    applyPatch: async (text, options) => {
      const patch = parsePatch(text)
      return options.dryRun ? applyPatch(await inStep(), patch, options) : inTurn(() => applyPatch(session(), patch, options))
    },
    recipe: async () => recipeSteps(await inStep()),
    applyRecipe: async (text, options) => (options.dryRun
      ? applyRecipe(await inStep(), text, options)
      : inTurn(() => applyRecipe(session(), text, options))),
    overlayZip: async () => overlayZip(await inStep()),
    mods: () => mods(all => all.list()),
    addMod: name => mods(all => all.add(name)),
    renameMod: (id, name) => mods(async all => {
      await all.rename(id, name)
      return all.list()
    }),
    duplicateMod: (id, name) => mods(all => all.duplicate(id, name)),
    removeMod: id => mods(all => all.remove(id)),
    activateMod: id => mods(all => all.activate(id)),
    modConflicts: id => mods(async all => conflictsWith(session(), await all.need(id))),
  }
}

/** Another mod is opened beside this one, looked at, and left. */
async function conflictsWith(session: Session, mod: Mod): Promise<readonly Conflict[]> {
  const { host, workspace, family } = session
  const { root, only } = workspace.parts
  const other = await openWorkspace(host, family ? [family] : [], only === undefined ? root : host.join(root, only), { workspace: mod.folder })
  const theirs = await makePatch(new Session(host, other, () => undefined), mod.name)
  return mergePatches(await makePatch(session, ''), theirs, () => undefined).conflicts
}
