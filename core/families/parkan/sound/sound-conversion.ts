import { sameBytes } from '../../../edit'
import { StudioError, type Conversion, type Opened } from '../../../format'
import type { Bytes } from '../../../layout'
import { decodeSound, type DecodedSound } from './decode'
import { pcmWave } from './wave'

/**
 * WAV: out as 16-bit PCM, in as it is where the game plays it, else as 16-bit PCM. One whose samples are those of a packed sound (ADPCM, 8
 * bits) leaves it packed as it is.
 */
export const WAV_CONVERSION: Conversion = {
  ending: 'wav',
  encode: entry => pcmWave(needed(entry)),
  decode(entry, file) {
    const before = decodeSound(entry.bytes)
    const after = decodeSound(file)
    if (!after) throw new StudioError('convert.sound', { name: entry.name }, entry.path)
    if (before && isSame(before, after, file)) return { bytes: entry.bytes, notices: [] }
    return { bytes: after.isForGame ? file : pcmWave(after), notices: [] }
  },
}

function needed(entry: Opened): DecodedSound {
  const sound = decodeSound(entry.bytes)
  if (!sound) throw new StudioError('convert.no-sound', { name: entry.name }, entry.path)
  return sound
}

/** Whether the file is an export of the sound, or one that an editor saved again with the same samples. */
function isSame(before: DecodedSound, after: DecodedSound, file: Bytes): boolean {
  if (sameBytes(file, pcmWave(before))) return true
  const [a, b] = [before.samples, after.samples]
  return (
    after.isPlain &&
    !before.isPlain &&
    before.channels === after.channels &&
    before.rate === after.rate &&
    a.length === b.length &&
    a.every((sample, at) => sample === b[at])
  )
}
