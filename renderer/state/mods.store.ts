import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Conflict } from '@areal-studio/core/patch'
import type { Mod } from '@areal-studio/core/studio'
import { useSession } from './session.store'
import { useText } from './settings.store'
import { useWorkspace } from './workspace.store'

/** The mods of the open install. */
export const useMods = defineStore('mods', () => {
  const workspace = useWorkspace()
  const text = useText()
  const list = shallowRef<readonly Mod[]>([])
  const isShown = shallowRef(false)
  const isBusy = shallowRef(false)
  /** Fields that the open mod and another one change differently. */
  const compared = shallowRef<{ readonly mod: Mod; readonly conflicts: readonly Conflict[] } | null>(null)
  const nameOf = (mod: Mod): string => (mod.name === '' ? text.say('ui.mods.first') : mod.name)
  const active = computed(() => list.value.find(mod => mod.isActive))

  async function refresh(): Promise<void> {
    list.value = workspace.isOpen ? ((await workspace.attempt(() => workspace.studio.mods())) ?? []) : []
  }
  watch(
    () => [workspace.info?.workspace, workspace.info?.state] as const,
    () => {
      void refresh()
    },
    { immediate: true },
  )

  /** The deployed mod, for the title, where it is another one. */
  const otherInGame = computed(() => list.value.find(mod => mod.isDeployed && !mod.isActive))
  const inGame = computed(() =>
    otherInGame.value
      ? text.say('ui.mods.game.other', { name: nameOf(otherInGame.value) })
      : text.say(`ui.mods.game.${workspace.info?.state ?? 'original'}`),
  )

  async function change(run: () => Promise<unknown>): Promise<boolean> {
    isBusy.value = true
    const done = await workspace.attempt(async () => {
      await run()
      return true
    })
    await refresh()
    isBusy.value = false
    return done === true
  }

  async function open(mod: Mod): Promise<void> {
    await workspace.settled()
    const path = workspace.info?.install
    if (path === undefined || !(await change(() => workspace.studio.activateMod(mod.id)))) return
    compared.value = null
    await useSession().open(path)
    await refresh()
  }

  async function compare(mod: Mod): Promise<void> {
    await workspace.settled()
    isBusy.value = true
    const conflicts = await workspace.attempt(() => workspace.studio.modConflicts(mod.id))
    isBusy.value = false
    compared.value = conflicts ? { mod, conflicts } : null
  }

  /** Moves a mod to the trash folder, and shows its path. */
  async function remove(mod: Mod): Promise<void> {
    let folder = ''
    if (
      await change(async () => {
        folder = await workspace.studio.removeMod(mod.id)
      })
    )
      workspace.notify({ code: 'notice.mod-removed', params: { name: nameOf(mod), folder } }, 'info')
  }

  return {
    list,
    active,
    isShown,
    isBusy,
    compared,
    inGame,
    isOtherInGame: computed(() => otherInGame.value !== undefined),
    nameOf,
    refresh,
    open,
    compare,
    remove,
    add: (name: string) => change(() => workspace.studio.addMod(name)),
    rename: (mod: Mod, name: string) => change(() => workspace.studio.renameMod(mod.id, name)),
    duplicate: (mod: Mod, name: string) => change(() => workspace.studio.duplicateMod(mod.id, name)),
  }
})
