import { StudioError, type FileSystem } from '../../format'
import { isRecord, parseJson } from '../deploy/deployed'
import { fromText, toText } from '../text-bytes'

/** A query kept by name in the workspace. */
export interface Recipe {
  readonly name: string
  readonly query: string
  /** `all`: meant for every entry that has such an array; `entry`: for the one that is open. */
  readonly scope: 'all' | 'entry'
}

const FILE = 'recipes.json'
const LONGEST_NAME = 80

export async function listRecipes(store: FileSystem): Promise<readonly Recipe[]> {
  const json = (await store.stat(FILE)) ? parseJson(toText(await store.read(FILE))) : undefined
  const listed = isRecord(json) ? json['recipes'] : undefined
  return Array.isArray(listed) ? listed.flatMap(recipeOf) : []
}

/** Keeps a recipe; one of the same name gives way. Throws StudioError `recipe.name`. */
export async function saveRecipe(store: FileSystem, recipe: Recipe): Promise<readonly Recipe[]> {
  const name = recipe.name.trim()
  if (name === '' || name.length > LONGEST_NAME) throw new StudioError('recipe.name', { limit: LONGEST_NAME })
  const others = (await listRecipes(store)).filter(other => other.name !== name)
  return put(store, [...others, { ...recipe, name }].sort((a, b) => (a.name < b.name ? -1 : 1)))
}

export async function forgetRecipe(store: FileSystem, name: string): Promise<readonly Recipe[]> {
  return put(store, (await listRecipes(store)).filter(other => other.name !== name))
}

async function put(store: FileSystem, recipes: readonly Recipe[]): Promise<readonly Recipe[]> {
  await store.write(FILE, fromText(`${JSON.stringify({ version: 1, recipes }, null, 2)}\n`))
  return recipes
}

function recipeOf(json: unknown): readonly Recipe[] {
  if (!isRecord(json) || typeof json['name'] !== 'string' || typeof json['query'] !== 'string') return []
  return [{ name: json['name'], query: json['query'], scope: json['scope'] === 'entry' ? 'entry' : 'all' }]
}
