import { StudioError } from '@areal-studio/core/format'
import type { RootInfo } from '@areal-studio/core/studio'
import type { Run, Verb } from './run'

/** `areal roots`: lists the read-only folders beside an install; with a root and a folder it chooses one. */
export const rootsVerb =
  (install: string, root: string | undefined, folder: string | undefined, isRemoved: boolean): Verb =>
  async run => {
    const isChange = root !== undefined && (folder !== undefined || isRemoved)
    const { api, info } = await run.open(install, isChange ? 'workspace' : 'scratch')
    const wanted = folder === undefined ? '' : run.path(folder)
    const roots = isChange ? await api.chooseRoot(root, wanted) : info.roots
    const shown = roots.filter(({ id }) => root === undefined || id === root)
    if (root !== undefined && shown.length === 0) throw new StudioError('root.unknown', { root, entry: `//${root}/` })
    run.answer(shown, () => shown.map(one => rootLine(run, one)))
    return shown.some(({ isMissing }) => isMissing) ? 1 : 0
  }

function rootLine(run: Run, { id, title, folder, isMissing }: RootInfo): string {
  const chosen = folder === '' ? run.say('cli.roots.not-chosen') : folder
  return run.say('cli.roots.line', {
    root: `//${id}/`,
    folder: isMissing ? run.say('cli.roots.missing', { path: folder }) : chosen,
    title,
  })
}

/** `areal copy-in`: adds a copy of an entry of a root to the install. */
export const copyInVerb =
  (install: string, entry: string, path: string | undefined): Verb =>
  async run => {
    const { api } = await run.open(install, 'workspace')
    const commit = await api.copyIn(entry, path)
    const added = commit.kind === 'packed' ? '' : (commit.transaction.edits[0]?.entry ?? '')
    run.answer({ entry: added, revision: commit.revision }, () => [run.say('cli.copy-in.done', { path: added })])
    return 0
  }
