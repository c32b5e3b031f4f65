import { mergePatches, parsePatch, printPatch, type Conflict } from '../../patch'
import { applyPatch } from './apply-patch'
import { applyRecipe, recipeSteps } from './apply-recipe'
import { Mods } from '../opening/mods'
import type { Mod } from '../api/opening'
import type { ShareApi } from '../api/sharing'
import { openWorkspace } from '../opening/open'
import { overlayZip } from './overlay-zip'
import { makePatch } from './patch'
import { Session } from '../entries/session'

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
      return options.dryRun
        ? applyPatch(await inStep(), patch, options)
        : inTurn(() => applyPatch(session(), patch, options))
    },
    recipe: async () => recipeSteps(await inStep()),
    applyRecipe: async (text, options) =>
      options.dryRun ? applyRecipe(await inStep(), text, options) : inTurn(() => applyRecipe(session(), text, options)),
    overlayZip: async () => overlayZip(await inStep()),
    mods: () => mods(all => all.list()),
    addMod: name => mods(all => all.add(name)),
    renameMod: (id, name) =>
      mods(async all => {
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
  const other = await openWorkspace(host, family ? [family] : [], only === undefined ? root : host.join(root, only), {
    workspace: mod.folder,
  })
  const theirs = await makePatch(new Session(host, other, () => undefined), mod.name)
  return mergePatches(await makePatch(session, ''), theirs, () => undefined).conflicts
}
