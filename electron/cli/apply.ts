import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { printRecipe } from '@areal-studio/core/patch'
import { StudioError } from '@areal-studio/core/format'
import type { Mod, StudioApi } from '@areal-studio/core/studio'
import type { ModAction } from './mod-words'
import { conflictLine, missLine, put, shownLines, textOf } from './patch'
import { labelOf, type Run, type Verb } from './run'

/** `areal recipe`: all steps in effect as lines of a recipe; with a name the recipe saved under it. */
export const recipeVerb =
  (install: string, name: string | undefined, output: string | undefined): Verb =>
  async run => {
    const { api } = await run.open(install, 'scratch')
    if (name !== undefined) {
      const saved = (await api.recipes()).find(one => one.name === name)
      if (!saved)
        throw new StudioError('recipe.unknown', {
          name,
          known: (await api.recipes()).map(one => one.name).join(', ') || '–',
        })
      await put(run, output, saved.text)
      return 0
    }
    const steps = await api.recipe()
    const text = printRecipe(steps.map(({ label, lines }) => ({ words: labelOf(run, { label }), lines })))
    if (output !== undefined || run.options.json !== true) await put(run, output, text)
    if (output !== undefined || run.options.json === true)
      run.answer({ file: output ?? null, steps }, () => [
        run.say('cli.recipe.made', { n: steps.length, file: output ?? '' }),
      ])
    return 0
  }

export interface ApplyWords {
  readonly dryRun?: boolean
  /** The open entry, for queries on `*`. */
  readonly entry?: string
}

/**
 * `areal apply`: applies a recipe, from a file or saved by name; where a line does not fit nothing is changed, or with
 * `--force` that line is skipped.
 */
export const applyVerb =
  (file: string, install: string, { dryRun: isDry = false, entry }: ApplyWords): Verb =>
  async run => {
    const isFile = existsSync(run.path(file))
    const given = isFile ? await textOf(run, file) : undefined
    const { api } = await run.open(install, isDry ? 'scratch' : 'workspace')
    const text = given ?? (await api.recipes()).find(one => one.name === file)?.text ?? (await textOf(run, file))
    const report = await api.applyRecipe(text, {
      name: isFile ? basename(file) : file,
      dryRun: isDry,
      skip: run.options.force === true,
      ...(entry !== undefined && { entry }),
    })
    const { commit, ...plain } = report
    const isDone = isDry || commit !== null || report.misses.length === 0
    run.answer({ ...plain, revision: commit?.revision ?? null }, () => [
      ...shownLines(
        run,
        report.misses.map(miss => `${run.say('cli.recipe.line', { line: miss.line })}\t${missLine(run, miss)}`),
      ),
      isDone
        ? run.say(isDry ? 'cli.patch.would' : 'cli.patch.applied', {
            n: report.changing,
            already: report.already,
            misses: report.misses.length,
          })
        : run.say('cli.recipe.nothing'),
    ])
    return report.misses.length > 0 ? 1 : 0
  }

/** `areal mods`: the mods of one install. */
export const modsVerb =
  (install: string, action: ModAction, words: readonly string[]): Verb =>
  async run => {
    const { api, info } = await run.open(install, action === 'list' ? 'scratch' : 'workspace')
    if (action === 'conflicts') return conflicts(run, api, words)
    const said = action === 'list' ? undefined : await changed(api, action, words)
    const mods = await api.mods()
    run.answer({ mods, state: info.state }, () => [
      ...(said === undefined ? [] : [run.say(`cli.mods.${action}`, { name: said })]),
      ...mods.map(mod =>
        [
          mod.isActive ? '*' : ' ',
          nameOf(run, mod),
          mod.folder,
          ...(mod.isDeployed ? [run.say('cli.mods.in-game')] : []),
        ].join('\t'),
      ),
    ])
    return 0
  }

const nameOf = (run: Run, mod: Mod): string => (mod.name === '' ? run.say('ui.mods.first') : mod.name)

async function changed(
  api: StudioApi,
  action: Exclude<ModAction, 'list' | 'conflicts'>,
  [name = '', to = '']: readonly string[],
): Promise<string> {
  if (action === 'new') return (await api.addMod(name)).name
  const { id } = await named(api, name)
  if (action === 'switch') await api.activateMod(id)
  else if (action === 'rename') await api.renameMod(id, to)
  else if (action === 'duplicate') await api.duplicateMod(id, to)
  else return api.removeMod(id)
  return action === 'switch' ? name : to
}

/** A mod by name or number; '' and 0 are the first. */
async function named(api: StudioApi, name: string): Promise<Mod> {
  const mods = await api.mods()
  const found = mods.find(mod => mod.name === name) ?? mods.find(mod => mod.id === (name === '0' ? '' : name))
  if (!found) throw new StudioError('mods.unknown', { id: name })
  return found
}

async function conflicts(run: Run, api: StudioApi, [name = '']: readonly string[]): Promise<0 | 1> {
  const mod = await named(api, name)
  const found = await api.modConflicts(mod.id)
  run.answer({ conflicts: found }, () => [
    ...shownLines(run, found.map(conflictLine)),
    run.say('cli.mods.conflicts', { n: found.length, name: nameOf(run, mod) }),
  ])
  return found.length > 0 ? 1 : 0
}
