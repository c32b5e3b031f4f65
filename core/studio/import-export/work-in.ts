import { workHere, type Work } from '../../format'
import type { Workspace } from '../entries/workspace'

/** Slow parts of conversions in a thread of the host; where it has none, here. `guard`: throws once nobody needs them. */
export const workIn =
  ({ parts: { host } }: Workspace, guard: () => void = () => {}): Work =>
  async (name, ...given) => {
    guard()
    const found = await host.convert?.(name, given, guard)
    if (found !== undefined) return found
    guard()
    return workHere(name, given)
  }
