import { StudioError } from '@areal-studio/core/format'
import { EVERY_ENTRY, OPEN_ENTRY, parseRecipe, queryRecipe, recipeQuery } from '@areal-studio/core/patch'
import type { Cell, QueryChange } from '@areal-studio/core/query'
import type { QueryFile, QueryReport, Recipe, StudioApi } from '@areal-studio/core/studio'
import type { Run, Verb } from './run'

export interface QueryWords {
  readonly entry?: string
  readonly all?: boolean
  readonly dryRun?: boolean
  readonly save?: string
  readonly recipe?: string
  readonly forget?: string
}

/** Most changes of an entry printed as lines; `--json` has all. */
const ROWS_SHOWN = 20

/**
 * `areal query`: shows what a statement finds and would change, or changes it; without a statement lists the recipes.
 */
export const queryVerb =
  (install: string, statement: string | undefined, words: QueryWords): Verb =>
  async run => {
    if (words.entry !== undefined && words.all === true) throw new StudioError('usage.entry-or-all')
    const looksOnly = words.dryRun === true && words.save === undefined && words.forget === undefined
    const { api } = await run.open(install, looksOnly || isList(statement, words) ? 'scratch' : 'workspace')
    if (words.forget !== undefined) await known(api, words.forget).then(({ name }) => api.forgetRecipe(name))
    const recipe = words.recipe === undefined ? undefined : queryOf(await known(api, words.recipe), words)
    const text = statement ?? recipe
    if (text === undefined) return listed(run, await api.recipes())
    const scope = words.entry === undefined ? {} : { entry: words.entry }
    const report = await api.query(text, scope, { dryRun: words.dryRun === true })
    if (words.save !== undefined)
      await api.saveRecipe({
        name: words.save,
        text: queryRecipe(words.save, words.entry === undefined ? EVERY_ENTRY : OPEN_ENTRY, text),
      })
    run.answer(jsonOf(report), () => linesOf(run, report, words.dryRun === true))
    return report.failed.length > 0 ? 1 : 0
  }

const isList = (statement: string | undefined, { recipe, forget }: QueryWords): boolean =>
  statement === undefined && recipe === undefined && forget === undefined

async function known(api: StudioApi, name: string): Promise<Recipe> {
  const recipes = await api.recipes()
  const found = recipes.find(recipe => recipe.name === name)
  if (!found)
    throw new StudioError('recipe.unknown', { name, known: recipes.map(recipe => recipe.name).join(', ') || '–' })
  return found
}

/** The query of a recipe that consists of one; a recipe for one entry runs on all only if requested. */
function queryOf({ name, text }: Recipe, words: QueryWords): string {
  const found = recipeQuery(text)
  if (!found) throw new StudioError('recipe.no-query', { name })
  if (found.where === OPEN_ENTRY && words.entry === undefined && words.all !== true)
    throw new StudioError('recipe.open', { line: parseRecipe(text)[0]?.line ?? 1 })
  return found.query
}

function listed(run: Run, recipes: readonly Recipe[]): 0 {
  run.answer({ recipes }, () =>
    recipes.length === 0
      ? [run.say('cli.query.no-recipes')]
      : recipes.map(
          ({ name, text }) =>
            `${name}\t${recipeQuery(text)?.query ?? run.say('cli.query.recipe-lines', { n: parseRecipe(text).length })}`,
        ),
  )
  return 0
}

/** Records and values as plain lists, for scripts. */
function jsonOf({ commit, files, values, ...sums }: QueryReport): unknown {
  return {
    ...sums,
    values: values.map(one => ({ ...one, value: plain(one.value) })),
    revision: commit?.revision ?? null,
    files: files
      .filter(file => file.matching.length > 0)
      .map(({ entry, looked, matching, changing, unchanged, changes }) => ({
        entry,
        looked,
        changing,
        unchanged,
        matching: [...matching],
        rows: changes.flatMap(change => rowsOf(change)),
      })),
  }
}

interface Row {
  readonly field: string
  readonly record: number
  readonly before: number | string
  readonly after: number | string
  /** Null for a value of the directory. */
  readonly offset: number | null
}

const rowsOf = ({ field, records, before, after, offsets }: QueryChange): readonly Row[] =>
  Array.from(records, (record, i) => ({
    field,
    record,
    before: plain(before[i]),
    after: plain(after[i]),
    offset: offsets[i] ?? null,
  }))

/** Numbers of 64 bits are printed as text: JSON numbers may not represent them. */
const plain = (cell: Cell = 0): number | string => (typeof cell === 'bigint' ? String(cell) : cell)

function linesOf(run: Run, report: QueryReport, isDry: boolean): string[] {
  const { looked, matching, changing, unchanged, commit } = report
  const found = report.files.filter(file => file.matching.length > 0)
  const done = commit
    ? run.say('cli.query.done', {
        n: changing,
        files: found.filter(file => file.changing > 0).length,
        revision: commit.revision,
      })
    : undefined
  return [
    ...found.flatMap(file => fileLines(run, file)),
    ...report.values
      .filter(value => value.seen === 0)
      .map(({ field, value, records }) => run.say('cli.query.never-seen', { field, value: plain(value), n: records })),
    ...report.failed.map(({ name, reason }) => `${name}: ${run.say(reason.code, reason.params)}`),
    run.say('cli.query.sum', { looked, matching, changing, unchanged }),
    ...(done === undefined ? [run.say(isDry ? 'cli.query.dry' : 'cli.unchanged')] : [done]),
  ]
}

function fileLines(run: Run, { entry, matching, changing, changes }: QueryFile): string[] {
  const rows = changes.flatMap(change => rowsOf(change))
  const shown = rows
    .slice(0, ROWS_SHOWN)
    .map(
      ({ record, field, before, after, offset }) =>
        `  ${record}\t${field}\t${before} -> ${after}${offset === null ? '' : `\t0x${offset.toString(16)}`}`,
    )
  const hidden = rows.length - shown.length
  return [
    run.say('cli.query.file', { entry, matching: matching.length, changing }),
    ...(changes.length === 0
      ? [`  ${[...matching.subarray(0, ROWS_SHOWN)].join(' ')}${matching.length > ROWS_SHOWN ? ' …' : ''}`]
      : []),
    ...shown,
    ...(hidden > 0 ? [run.say('cli.query.more', { n: hidden })] : []),
  ]
}
