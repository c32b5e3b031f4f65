import { StudioError } from '@areal-studio/core/format'
import type { Verb } from './run'

/** `areal mod-folder`: prints where deploy writes; with a name it chooses that mod folder, with --remove the game's files. */
export const modFolderVerb =
  (install: string, name: string | undefined, isRemoved: boolean): Verb =>
  async run => {
    const wanted = isRemoved ? '' : name
    const { api } = await run.open(install, wanted === undefined ? 'scratch' : 'workspace')
    const target = wanted === undefined ? await api.modFolder() : await api.chooseModFolder(wanted)
    if (!target) throw new StudioError('mod-folder.none')
    const path = `${target.folder}/${target.name}`
    run.answer(target, () => [
      target.name === '' ? run.say('cli.mod-folder.none') : run.say('cli.mod-folder.line', { path }),
    ])
    return 0
  }
