import { workHere, type Work } from '../../format'
import type { Workspace } from '../entries/workspace'

/** Slow parts of conversions in a thread of the host; where it has none, here. */
export const workIn =
  ({ parts: { host } }: Workspace): Work =>
  async (name, ...given) =>
    (await host.convert?.(name, given)) ?? workHere(name, given)
