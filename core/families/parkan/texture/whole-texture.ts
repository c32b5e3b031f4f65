import { StudioError, type Opened } from '../../../format'
import { RecordView } from '../../../layout'
import { TEXTURE_LAYOUT, texturePlan, type TexturePlan } from './texture'

/** The plan of a texture with all its levels. Throws StudioError `operation.texture` for one that is damaged or cut. */
export function wholePlan({ name, path, bytes }: Pick<Opened, 'name' | 'path' | 'bytes'>): TexturePlan {
  const plan = texturePlan(bytes)
  const isWhole = !('code' in plan) && plan.mips.length === new RecordView(TEXTURE_LAYOUT, bytes).number(0, 'mip_count')
  if (!isWhole) throw new StudioError('operation.texture', { name }, path)
  return plan
}
