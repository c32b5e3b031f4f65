import { FAMILIES } from '@areal-studio/core'
import type { Verb } from './run'
import { familyWithSample, sampleInstallFolder, samplesOf } from '../service/sample-install'

/** `areal sample`: the path of the sample install of a game; without a game the games that have one. */
export const sampleVerb =
  (game: string | undefined): Verb =>
  async run => {
    if (game === undefined) {
      const samples = await samplesOf(FAMILIES)
      run.answer(samples, () => samples.map(({ id, title }) => run.say('cli.sample.line', { game: id, title })))
      return 0
    }
    const path = await sampleInstallFolder(run.userData, await familyWithSample(FAMILIES, game))
    run.answer({ game, path }, () => [path])
    return 0
  }
