import { difference } from '../../../edit'
import { StudioError, type Operation } from '../../../format'
import { shrunkTo } from '../../../picture'
import { decodeTexture, encodeTexture, textureOf } from './mmp-pixels'

/**
 * The smaller levels of a texture from its largest: each pixel is the mean of those that it covers, weighted by alpha, so
 * that colours under invisible pixels do not show as fringes (evil-islands 4.4). Their number stays.
 */
export const BUILD_MIPS: Operation = {
  id: 'build-mips',
  isHeavy: true,
  async run({ path, name, bytes }, { step }) {
    const levels = decodeTexture(bytes)
    const [largest] = levels
    if (!largest || levels.length !== textureOf(bytes)?.levels) throw new StudioError('mmp.damaged', { name }, path)
    const made = [largest.rgba]
    for (const level of levels.slice(1)) {
      await step(made.length, levels.length)
      made.push(shrunkTo(largest.rgba, largest, level))
    }
    const after = encodeTexture(bytes, made)
    const again = decodeTexture(after)
    const changed = levels.filter(({ rgba }, k) => difference(rgba, again[k]?.rgba ?? rgba).length > 0)
    const splices = difference(bytes, after)
    return {
      label: { code: 'label.build-mips', params: { name } },
      edits: splices.length > 0 ? [{ entry: path, base: 0, splices }] : [],
      records: [],
      notices: [],
      counts: { levels: changed.length },
    }
  },
}
