import { isRecord, parseJson, StudioError, type FileSystem } from '../../format'
import { EVERY_ENTRY, OPEN_ENTRY, parseRecipe, queryRecipe } from '../../patch'
import type { Recipe } from '../api/annotations'
import { fromText, toText } from '../../format/text-bytes'

const FILE = 'recipes.json'
const LONGEST_NAME = 80

/** The recipes by name. Throws StudioError `recipe.damaged` where their file is not one. */
export async function listRecipes(store: FileSystem): Promise<readonly Recipe[]> {
  if (!(await store.stat(FILE))) return []
  const json = parseJson(toText(await store.read(FILE)))
  const listed = isRecord(json) ? json['recipes'] : undefined
  if (!Array.isArray(listed)) throw new StudioError('recipe.damaged', { path: `${store.root}/${FILE}` })
  return listed.flatMap(recipeOf)
}

/** Saves a recipe, replacing one of the same name. Throws StudioError `recipe.name`, `recipe.head`, `recipe.line`. */
export async function saveRecipe(store: FileSystem, recipe: Recipe): Promise<readonly Recipe[]> {
  const name = recipe.name.trim()
  if (name === '' || name.length > LONGEST_NAME) throw new StudioError('recipe.name', { limit: LONGEST_NAME })
  parseRecipe(recipe.text)
  const others = (await listRecipes(store)).filter(other => other.name !== name)
  return put(
    store,
    [...others, { ...recipe, name }].sort((a, b) => (a.name < b.name ? -1 : 1)),
  )
}

/** Removes the recipe of that name. */
export async function forgetRecipe(store: FileSystem, name: string): Promise<readonly Recipe[]> {
  return put(
    store,
    (await listRecipes(store)).filter(other => other.name !== name),
  )
}

async function put(store: FileSystem, recipes: readonly Recipe[]): Promise<readonly Recipe[]> {
  await store.write(FILE, fromText(`${JSON.stringify({ version: 2, recipes }, null, 2)}\n`))
  return recipes
}

function recipeOf(json: unknown): readonly Recipe[] {
  if (!isRecord(json)) return []
  const { name, text, query, scope } = json
  if (typeof name !== 'string') return []
  if (typeof text === 'string') return [{ name, text }]
  // Version 1 stored queries only, with their scope beside them.
  return typeof query === 'string'
    ? [{ name, text: queryRecipe(name, scope === 'entry' ? OPEN_ENTRY : EVERY_ENTRY, query) }]
    : []
}
