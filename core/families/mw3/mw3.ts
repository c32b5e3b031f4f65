import type { Family } from '../../format'
import { HELP } from './help/help'
import { REFERENCES } from './links'
import { MESSAGES } from './messages/messages'
import { MW3_FORMATS } from './mw3-formats'
import { subjects } from './subjects'

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
  references: REFERENCES,
  icons: {
    map: ['gamez'],
    model: ['mechlib-model'],
    picture: ['texture', 'texture-package'],
    sound: ['sound'],
    script: ['interp', 'anim'],
  },
}
