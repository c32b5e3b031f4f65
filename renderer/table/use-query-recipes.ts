import { computed, shallowRef, type Ref } from 'vue'
import { EVERY_ENTRY, OPEN_ENTRY, queryRecipe, recipeQuery } from '@areal-studio/core/patch'
import type { Recipe } from '@areal-studio/core/studio'
import { useSelection } from '../state/selection.store'
import { useShare } from '../state/share.store'
import { useWorkspace } from '../state/workspace.store'
import type { Reach } from './use-live-query'

/** Queries kept by name as recipes of the workspace. */
export function useQueryRecipes(statement: Ref<string>, reach: Ref<Reach>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const share = useShare()
  const recipes = shallowRef<readonly Recipe[]>([])

  return {
    recipes,
    readRecipes: async (): Promise<void> => {
      recipes.value = (await workspace.attempt(() => workspace.studio.recipes())) ?? []
    },
    saveRecipe: async (name: string): Promise<void> => {
      const recipe: Recipe = {
        name,
        text: queryRecipe(name, reach.value === 'all' ? EVERY_ENTRY : OPEN_ENTRY, statement.value),
      }
      recipes.value = (await workspace.attempt(() => workspace.studio.saveRecipe(recipe))) ?? recipes.value
    },
    /** Replaces a recipe that has the new name already. */
    renameRecipe: async (recipe: Recipe, name: string): Promise<void> => {
      if (name === recipe.name) return
      recipes.value =
        (await workspace.attempt(async () => {
          await workspace.studio.saveRecipe({ name, text: recipe.text })
          return workspace.studio.forgetRecipe(recipe.name)
        })) ?? recipes.value
    },
    forgetRecipe: async (name: string): Promise<void> => {
      recipes.value = (await workspace.attempt(() => workspace.studio.forgetRecipe(name))) ?? recipes.value
    },
    /**
     * Puts a query into the bar, to be read and run; a recipe that is more than a query is offered like one from a
     * file.
     */
    useRecipe: async (recipe: Recipe): Promise<void> => {
      const found = recipeQuery(recipe.text)
      if (!found) return share.offerRecipe(recipe, selection.entry ?? undefined)
      statement.value = found.query
      reach.value = found.where === EVERY_ENTRY ? 'all' : 'entry'
    },
    /** Name of the recipe in the bar; undefined where it is none. */
    nameNow: computed(
      () => recipes.value.find(recipe => recipeQuery(recipe.text)?.query === statement.value.trim())?.name,
    ),
  }
}
