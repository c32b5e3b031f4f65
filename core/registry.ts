import type { KnownFamily } from './format'
import { addMessages } from './messages'

/** The same families, each loaded once; its messages are in the catalogue from then on. */
export const registry = (families: readonly KnownFamily[]): readonly KnownFamily[] =>
  families.map(family => {
    let loaded: ReturnType<KnownFamily['load']> | undefined
    const load = async (): ReturnType<KnownFamily['load']> => {
      const made = await family.load()
      addMessages(made.messages)
      return made
    }
    return {
      ...family,
      load: () =>
        (loaded ??= load().catch((error: unknown) => {
          loaded = undefined
          throw error
        })),
    }
  })
