import type { MeshItem } from '@areal-studio/core/format'
import type { useText } from '../../state/settings.store'
import type { NodePath } from './node-path'
import { ghostInk, MOST_OUTLINED, trianglesIn, type Ghost } from './pose-ghosts'

/** A row of the legend of the lines around a model; without a line where it says why there is none. */
export interface MotionRow {
  readonly id: string
  readonly line?: { readonly ink: string; readonly isDashed: boolean }
  readonly words: string
  readonly fact: string
}

interface Motion {
  readonly item: MeshItem
  readonly pieces: readonly number[]
  readonly ghosts: readonly Ghost[]
  readonly path: NodePath | undefined
  /** The two times that are blended. */
  readonly first: number
  readonly second: number
  readonly isLight: boolean
}

/** What the lines around a model are: outlines of other poses, and the way of a node. */
export function motionRows(text: ReturnType<typeof useText>, motion: Motion): readonly MotionRow[] {
  const { item, path } = motion
  const node: readonly MotionRow[] = path
    ? [
        {
          id: 'path',
          line: { ink: 'var(--path)', isDashed: true },
          words: text.say('ui.model.path-of', { name: item.nodes.names[path.node] ?? '' }),
          fact: text.say('ui.model.path-keys', { n: path.keys.length }),
        },
      ]
    : []
  return [...ghostRows(text, motion), ...node]
}

function ghostRows(
  text: ReturnType<typeof useText>,
  { item, pieces, ghosts, first, second, isLight }: Motion,
): readonly MotionRow[] {
  const count = trianglesIn(item, pieces)
  if (ghosts.length === 0 || count === 0) return []
  if (count > MOST_OUTLINED) {
    const numbers = { count: text.number(count), most: text.number(MOST_OUTLINED) }
    return [{ id: 'too-many', words: text.say('ui.model.ghost.too-many', numbers), fact: '' }]
  }
  const times = { first, second, stored: undefined }
  return ghosts.map(({ of }) => ({
    id: of,
    line: { ink: ghostInk(of, isLight), isDashed: false },
    words: text.say(`ui.model.ghost.${of}`),
    fact: times[of] === undefined ? '' : text.decimal(times[of], 2),
  }))
}
