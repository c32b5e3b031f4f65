import type { InstallReader, Problem } from '../../format'
import { mapFolders } from './mission/missions'

const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/** What does not fit together in an install as a whole. Files given alone have nothing to fit to. */
export async function checkInstall(install: InstallReader): Promise<readonly Problem[]> {
  const { files } = install
  if (files.length < 2) return []
  const names = new Set(files.map(file => file.toLowerCase()))
  const has = (file: string): boolean => names.has(file.toLowerCase())
  const problem = (code: string, severity: Problem['severity'], file: string, params: Problem['params']): Problem => ({
    code,
    severity,
    params,
    file,
    entry: file,
  })

  const problems = mapFolders(files)
    .filter(folder => !has(inFolder(folder, 'Land.msh')))
    .map(folder => {
      const file = inFolder(folder, 'Land.map')
      return problem(
        'install.terrain-missing',
        'error',
        files.find(other => other.toLowerCase() === file.toLowerCase()) ?? file,
        { folder },
      )
    })
  const isGame = files.some(file => /^(?:data\/maps|missions|units)\//i.test(file))
  if (!isGame) return problems
  if (!has('BuildDat.lst')) problems.push(problem('install.build-dat-missing', 'warning', 'BuildDat.lst', {}))
  if (!has('iron_3d.exe') && !has('iron_3d_p2.exe'))
    problems.push(problem('install.program-missing', 'info', 'iron_3d.exe', {}))
  return problems
}
