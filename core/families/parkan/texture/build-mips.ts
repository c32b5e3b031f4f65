import { difference } from '../../../edit'
import type { Operation } from '../../../format'
import { smallerMips } from './mips'
import { mipBytes } from './pixels'
import { texturePlan } from './texture'

/**
 * The smaller levels of a texture from its largest, as the game's own tool made them; their number stays (parkan 7.2). A
 * texture without whole levels is left as it is.
 */
export const BUILD_MIPS: Operation = {
  id: 'build-mips',
  isHeavy: true,
  run({ path, name, bytes }) {
    const plan = texturePlan(bytes)
    const [largest, ...smaller] = 'code' in plan ? [] : plan.mips
    const after = bytes.slice()
    if (!('code' in plan) && largest) {
      const made = smallerMips(plan.format, mipBytes(bytes, largest), largest, plan.mips.length)
      for (const [k, mip] of smaller.entries()) after.set(made[k] ?? mipBytes(bytes, mip), mip.offset)
    }
    const changed = smaller.filter(mip => difference(mipBytes(bytes, mip), mipBytes(after, mip)).length > 0)
    return {
      label: { code: 'label.build-mips', params: { name } },
      edits: changed.length > 0 ? [{ entry: path, base: 0, splices: difference(bytes, after) }] : [],
      records: [],
      notices: [],
      counts: { levels: changed.length },
    }
  },
}
