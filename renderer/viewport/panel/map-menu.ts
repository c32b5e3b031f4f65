import { ClipboardCopy, Combine, Eye, EyeOff, Focus, House, ListChecks, Locate, Trash2, Waypoints } from '@lucide/vue'
import type { TextParams } from '@areal-studio/core/messages'
import type { MenuItem } from '../../ui/menu'
import type { useText } from '../../state/settings.store'
import { windowAtWork } from '../../state/windows'
import type { Vec } from '../camera/camera'
import { isolated, legendRows, recordsWith, toggled } from '../tools/legend'
import { neighboursOf, type MapScene } from '../scene/map-scene'
import { valueWords } from '../scene/derived-fields'
import { withKey } from '../../commands/commands'
import { recordOperationItems } from '../../commands/operations'

interface Sources {
  readonly text: ReturnType<typeof useText>
  readonly record: number | undefined
  readonly place: Vec | undefined
  readonly values: Uint32Array | undefined
  readonly map: MapScene | undefined
  readonly field: string
  readonly hidden: ReadonlySet<number>
  select(records: readonly number[], primary?: number): void
  frame(): void
  home(): void
  /** How many records are selected. */
  readonly chosen: number
  /** They are placed records. */
  readonly isPlaced: boolean
  readonly canShape: boolean
  merge(): void
  remove(): void
  hide(hidden: ReadonlySet<number>): void
  readonly isAnyHidden: boolean
  hideSelected(): void
  isolateSelected(): void
  showAll(): void
}

/** Menu of the region, or the place, under the pointer. */
export function mapMenu(sources: Sources): MenuItem[] {
  const { text, place } = sources
  const copied = place?.map(part => part.toFixed(2)).join(' ')
  const always: MenuItem[] = [
    { id: 'home', label: text.say('ui.viewport.frame-all'), icon: House, ...withKey('map.home'), run: sources.home },
    {
      id: 'copy',
      label: text.say('ui.viewport.copy-place'),
      icon: ClipboardCopy,
      disabled: copied === undefined,
      run: () => {
        if (copied !== undefined) void windowAtWork().navigator.clipboard.writeText(copied)
      },
    },
    {
      id: 'show-all',
      label: text.say('ui.viewport.show-all'),
      icon: Eye,
      ...withKey('map.show-all'),
      disabled: !sources.isAnyHidden,
      run: sources.showAll,
    },
  ]
  return [...(sources.isPlaced ? ofPlaced(sources) : ofRecord(sources)), ...always]
}

function ofPlaced({ text, frame, chosen, hideSelected, isolateSelected }: Sources): MenuItem[] {
  const operations = recordOperationItems()
  return [
    { id: 'frame', label: text.say('ui.viewport.frame-selection'), icon: Focus, ...withKey('map.frame'), run: frame },
    ...operations,
    '-',
    {
      id: 'hide-selected',
      label: text.say('ui.map-layers.hide-selected', { n: chosen }),
      icon: EyeOff,
      ...withKey('map.hide'),
      run: hideSelected,
    },
    {
      id: 'isolate-selected',
      label: text.say('ui.map-layers.isolate-selected', { n: chosen }),
      icon: Locate,
      ...withKey('map.isolate'),
      run: isolateSelected,
    },
    '-',
  ]
}

function ofRecord({
  text,
  record,
  values,
  field,
  hidden,
  map,
  select,
  frame,
  hide,
  chosen,
  canShape,
  merge,
  remove,
  hideSelected,
  isolateSelected,
}: Sources): MenuItem[] {
  const value = record === undefined ? undefined : values?.[record]
  const item = map?.regions
  if (record === undefined || value === undefined || !values || !item || !map) return []
  const say = (key: string, params: TextParams): string => text.sayOf(item.noun, key, params)
  const same = recordsWith(values, value)
  const around = neighboursOf(item, record)
  const label = valueWords(text, map, field, value)
  return [
    { id: 'frame', label: text.say('ui.viewport.frame-selection'), icon: Focus, ...withKey('map.frame'), run: frame },
    {
      id: 'same',
      label: say('ui.viewport.select-value', { n: same.length, value: label }),
      icon: ListChecks,
      run: () => select(same, record),
    },
    {
      id: 'around',
      label: text.say('ui.viewport.select-neighbours', { n: around.length }),
      icon: Waypoints,
      disabled: around.length === 0,
      run: () => select([...around, record], record),
    },
    '-',
    {
      id: 'isolate',
      label: text.say('ui.viewport.isolate'),
      icon: Locate,
      run: () => hide(isolated(hidden, legendRows(values), value)),
    },
    { id: 'hide', label: text.say('ui.viewport.hide'), icon: EyeOff, run: () => hide(toggled(hidden, value)) },
    {
      id: 'hide-selected',
      label: say('ui.map-layers.hide-selected', { n: chosen }),
      icon: EyeOff,
      ...withKey('map.hide'),
      run: hideSelected,
    },
    {
      id: 'isolate-selected',
      label: say('ui.map-layers.isolate-selected', { n: chosen }),
      icon: Locate,
      ...withKey('map.isolate'),
      run: isolateSelected,
    },
    '-',
    ...(canShape
      ? [
          {
            id: 'merge',
            label: say('ui.viewport.merge', {}),
            icon: Combine,
            ...withKey('map.merge'),
            disabled: chosen < 2,
            run: merge,
          },
          {
            id: 'remove',
            label: say('ui.viewport.remove', { n: chosen }),
            icon: Trash2,
            ...withKey('map.remove'),
            run: remove,
          },
          '-' as const,
        ]
      : []),
  ]
}
