/** Actions of `areal mods`; in a file of their own, so that the list of verbs loads nothing heavy. */
export const MOD_ACTIONS = ['list', 'new', 'switch', 'rename', 'duplicate', 'delete', 'conflicts'] as const
export type ModAction = (typeof MOD_ACTIONS)[number]
