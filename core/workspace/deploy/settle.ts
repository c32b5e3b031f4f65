import { printPath, StudioError } from '../../format'
import type { OutsideAnswer, OutsideFile } from '../api'
import { revertEntry } from '../commit'
import { isForeign } from '../pack/changes'
import type { Session } from '../session'
import { keepCopy } from '../entries/copies'
import { look } from './outside'
import { refreshState } from './state'
import { takeTheirs } from './theirs'

/** Files that another program changed under our edits or over what we deployed. */
export async function outsideFiles({ workspace }: Session): Promise<readonly OutsideFile[]> {
  const { install, hashes, deployment } = workspace.parts
  await look(workspace)
  const { conflicts, dirt } = workspace
  const isOurs = (file: string): boolean => conflicts.has(file) || install.record(file) !== undefined || dirt.changedIn(file).length > 0
  const found: OutsideFile[] = []
  for (const file of [...new Set([...hashes.files(), ...(deployment.own?.files ?? []).map(record => record.path), ...conflicts])].sort()) {
    const way = conflicts.has(file) ? workspace.wayOf(file) : 'changed'
    if (!isOurs(file) || (way !== 'gone' && !(await isForeign(workspace, install, file, await install.presentHash(file))))) continue
    found.push({ file, way, isFitting: !conflicts.has(file), isDeployed: install.record(file) !== undefined })
  }
  return found
}

/** Answers what `outsideFiles` tells of, without writing the install. Throws StudioError `outside.no-file`, `outside.no-fields`, and as deploy does where it is merged. */
export async function settle(session: Session, answers: readonly OutsideAnswer[]): Promise<readonly OutsideFile[]> {
  const { workspace } = session
  const { store, install, host, hashes, deployment } = workspace.parts
  workspace.guardWritable()
  const found = await outsideFiles(session)
  if (deployment.other) throw new StudioError('deploy.other-workspace', { path: deployment.other.workspace })
  const asked = answers.map(({ file, answer: word }) => {
    const answer = word === 'mine' ? 'keep' : word.startsWith('merge') ? 'merge' : word
    const known = found.find(one => one.file.toLowerCase() === file.toLowerCase())
    if (!known) throw new StudioError('outside.no-file', { file })
    if (answer === 'merge' && known.way !== 'changed') throw new StudioError('outside.no-fields', { file })
    return { ...known, answer }
  })
  const standing = asked.filter(({ answer, isFitting, isDeployed }) => answer === 'merge' && isFitting && !isDeployed)
  const of = (wanted: OutsideAnswer['answer']): readonly string[] => asked.filter(one => one.answer === wanted && !standing.includes(one)).map(one => one.file)
  const theirs = new Map<string, string>()
  for (const { file } of asked) {
    const bytes = await install.present(file)
    if (bytes) theirs.set(file, await keepCopy(store, bytes, host.hash))
  }
  await takeTheirs(session, { merged: of('merge'), mine: of('keep'), reloaded: of('reload') }, {
    own: deployment.own,
    adopt: one => deployment.keep(one),
    finish: async () => { for (const { file, way } of asked.filter(({ answer }) => answer === 'reload')) await revertEntry(workspace, printPath({ file, steps: [] }), { code: way === 'gone' ? 'label.let-go' : 'label.reloaded', params: { file } }) },
  })
  await hashes.adopt(new Map(standing.map(({ file }) => [file, theirs.get(file) ?? ''])))
  workspace.forgetNotice('notice.outside-fits')
  await deployment.leaveReloaded()
  await refreshState(session)
  return outsideFiles(session)
}
