import type { SampleFile } from '../../../format'
import {
  sampleAnimations,
  sampleMechlib,
  sampleMotions,
  sampleReader,
  sampleSave,
  sampleScripts,
  sampleSounds,
} from './sample-files'
import { sampleWorld } from './sample-world'
import { sampleSkins, sampleSoftwareTextures, sampleTextures } from './textures'

const PROGRAM = Uint8Array.from('#!/bin/sh\necho "The sample install holds no game."\n', letter => letter.charCodeAt(0))

/** A small install with a file of every format (mw3 23). The same every time. */
export function sampleInstall(): readonly SampleFile[] {
  const chapters = [
    [
      'c1',
      [
        [40, 0, 40],
        [60, 0, 20],
        [-90, 0, -30],
      ],
    ],
    ['t1', [[20, 0, 20]]],
  ] as const
  return [
    { path: 'Mech3.exe', bytes: PROGRAM, isProgram: true },
    ...chapters.flatMap(([chapter, crates]): readonly SampleFile[] => [
      { path: `zbd/${chapter}/gamez.zbd`, bytes: sampleWorld(crates) },
      { path: `zbd/${chapter}/anim.zbd`, bytes: sampleAnimations() },
      { path: `zbd/${chapter}/reader.zbd`, bytes: sampleReader() },
      { path: `zbd/${chapter}/readerm1.zbd`, bytes: sampleReader() },
      { path: `zbd/${chapter}/rtexture.zbd`, bytes: sampleTextures() },
      { path: `zbd/${chapter}/texture.zbd`, bytes: sampleSoftwareTextures() },
    ]),
    { path: 'zbd/interp.zbd', bytes: sampleScripts() },
    { path: 'zbd/mechlib.zbd', bytes: sampleMechlib() },
    { path: 'zbd/motion.zbd', bytes: sampleMotions() },
    { path: 'zbd/reader.zbd', bytes: sampleReader() },
    { path: 'zbd/rmechtex.zbd', bytes: sampleSkins() },
    { path: 'zbd/soundsL.zbd', bytes: sampleSounds() },
    { path: 'pilots/games/first.mw3', bytes: sampleSave() },
  ]
}
