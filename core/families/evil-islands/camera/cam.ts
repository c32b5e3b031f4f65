import { array, floats, struct, toEnd, u32, vec3, type Meta } from '../../../layout'

const SOURCE = 'evil-islands 17'
const LIKELY: Meta = { certainty: 'likely', source: SOURCE }

/** A key of a camera path, 36 bytes. Its first two words are numbers or floats: readers disagree (evil-islands 17). */
export const CameraKey = struct('cam-key', {
  time: u32(LIKELY),
  step: u32(LIKELY),
  position: vec3({ certainty: 'likely', source: SOURCE }),
  rotation: floats(['w', 'x', 'y', 'z'], LIKELY),
})

/** A camera path: keys to the end of the file (evil-islands 17). */
export const CAMERA = struct('cam', { keys: array(CameraKey, toEnd, LIKELY) })
