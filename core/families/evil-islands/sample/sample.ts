import type { SampleFile } from '../../../format'
import { sampleAi, sampleCamera, sampleDatabase, sampleQuest, sampleTexts, sampleTextsLmp, textBytes } from './data'
import { sampleMap, sampleQuestMap, sampleTerrain } from './map'
import { sampleFigures } from './model'
import { sampleRedress, sampleTextures } from './textures'
import { regFile } from '../reg/write-reg'

/** A small install of our own making: every format of the family is in it. The same seed gives the same bytes. */
export function sampleInstall(seed = 1): readonly SampleFile[] {
  const ai = { units: { 'see distance': 20.5, patience: seed } }
  const files = {
    'Res/figures.res': sampleFigures(),
    'Res/textures.res': sampleTextures(),
    'Res/redress.res': sampleRedress(),
    'Res/database.res': sampleDatabase(1),
    'Res/databaselmp.res': sampleDatabase(2),
    'Res/texts.res': sampleTexts(),
    'Res/textslmp.res': sampleTextsLmp(),
    'Res/aiinfo.res': sampleAi(),
    'Maps/meadow.mpr': sampleTerrain(),
    'Maps/meadow.mob': sampleMap(),
    'Maps/q1.mq': sampleQuest(),
    'Maps/q1.mob': sampleQuestMap(),
    'Cameras/meadow.cam': sampleCamera(),
    'config/ai.reg': regFile(ai),
  }
  return [
    ...Object.entries(files).map(([path, bytes]) => ({ path, bytes })),
    { path: 'game.exe', bytes: textBytes('Not a program: a stand-in for the game.\n'), isProgram: true },
  ]
}
