import { expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import { recipeQuery } from '../../patch'
import { fromText } from '../../format/text-bytes'
import { forgetRecipe, listRecipes, saveRecipe } from './recipes'

const old = {
  version: 1,
  recipes: [
    { name: 'a', query: 'areals set n = 1', scope: 'all' },
    { name: 'b', query: 'areals where name = "x  y"', scope: 'entry' },
    7,
  ],
}

it('keeps what was saved as a query before, and saves it as a recipe from then on', async () => {
  const store = new MemoryFiles({ 'recipes.json': fromText(JSON.stringify(old)) })
  const found = await listRecipes(store)
  expect(found.map(({ name, text }) => [name, recipeQuery(text)])).toEqual([
    ['a', { query: 'areals set n = 1', where: '*' }],
    ['b', { query: 'areals where name = "x  y"', where: '.' }],
  ])
  const text = 'areal recipe 1\nset DATA/a.map areals/0/n = 5\nset DATA/a.map areals/1/n = 5\nremove DATA/b.rlb!#0\n'
  expect(await saveRecipe(store, { name: ' c ', text })).toEqual([...found, { name: 'c', text }])
  expect(await listRecipes(store)).toEqual([...found, { name: 'c', text }])
  expect(recipeQuery(text)).toBeUndefined()
  expect(await forgetRecipe(store, 'a')).toHaveLength(2)
})

it('keeps no text that is no recipe', async () => {
  const store = new MemoryFiles()
  await expect(saveRecipe(store, { name: 'x', text: 'areals' })).rejects.toThrow('recipe.head')
  await expect(saveRecipe(store, { name: 'x', text: 'areal recipe 1\nfly * a' })).rejects.toThrow('recipe.line')
  await expect(saveRecipe(store, { name: '  ', text: 'areal recipe 1\n' })).rejects.toThrow('recipe.name')
  expect(await listRecipes(store)).toEqual([])
})

it('are refused, and left as they are, where their file is damaged', async () => {
  for (const damaged of ['{"version":2,"recipes":[', '[]', '{"recipes":7}']) {
    const store = new MemoryFiles({ 'recipes.json': fromText(damaged) })
    await expect(saveRecipe(store, { name: 'x', text: 'areal recipe 1\n' })).rejects.toThrow('recipe.damaged')
    await expect(forgetRecipe(store, 'x')).rejects.toThrow('recipe.damaged')
    expect(await store.read('recipes.json')).toEqual(fromText(damaged))
  }
})
