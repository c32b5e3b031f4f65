import type { Family, InstallReader, Subject } from '../../format'
import { HELP } from './help/help'
import { MESSAGES } from './messages/messages'
import { MW3_FORMATS } from './mw3-formats'

/** Kinds of files that people look for by name, and what they are called (mw3 23). */
const SUBJECTS: readonly (readonly [kind: string, file: RegExp])[] = [
  ['map', /(?:^|\/)([^/]+)\/gamez\.zbd$/i],
  ['textures', /(?:^|\/)((?:[^/]+\/)?(?:r?texture\w*|rmechtex\w*|rimage)\.zbd)$/i],
]

function subjects({ files }: InstallReader): Promise<readonly Subject[]> {
  const found = SUBJECTS.flatMap(([kind, file]) =>
    files.flatMap(path => {
      const title = file.exec(path)?.[1]
      return title === undefined ? [] : [{ kind, title, entries: [path] }]
    }),
  )
  return Promise.resolve(found.sort((a, b) => a.title.localeCompare(b.title, 'en')))
}

/** MechWarrior 3. */
export const MW3: Family = {
  id: 'mw3',
  title: 'MechWarrior 3',
  formats: MW3_FORMATS,
  encoding: 'latin1',
  messages: MESSAGES,
  help: () => Promise.resolve(HELP),
  // The fixed program of the community is preferred where it is there (mw3 23).
  launch: { executables: ['Mech3fixup.exe', 'Mech3.exe'], logs: [], windowsLibraries: ['ddraw.dll'] },
  sample: async () => (await import('./sample/sample')).sampleInstall(),
  subjects,
}
