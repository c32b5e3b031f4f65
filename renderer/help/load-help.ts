import { shallowRef } from 'vue'
import { addHelp } from '@areal-studio/core/help'
import { families, loadFamilies } from '../state/families'

/** Whether the help of every family was added. */
export const isHelpLoaded = shallowRef(false)

/** Adds the help of every family, because help can be read before an install is opened. */
export async function loadHelp(): Promise<void> {
  await loadFamilies()
  const found = await Promise.allSettled(families().map(async family => ({ id: family.id, help: await family.help() })))
  for (const one of found) if (one.status === 'fulfilled') addHelp(one.value.help, one.value.id)
  isHelpLoaded.value = true
}
