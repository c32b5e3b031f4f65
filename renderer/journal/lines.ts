import type { EntryPath, Label, Revision } from '@areal-studio/core/edit'
import { filePath } from '@areal-studio/core/format'
import type { TextParams } from '@areal-studio/core/messages'
import type { HistoryStep } from '@areal-studio/core/studio'
import { sayLabel } from '../state/label-text'

/** The point before all steps. */
export const START: Revision = 0

export interface HistoryLine {
  readonly revision: Revision
  readonly state: HistoryStep['state'] | 'start'
  readonly label: Label | null
  readonly time: number
  readonly entries: readonly EntryPath[]
  /** How many things the step changed. */
  readonly count: number
  /** Of a branch: what its first step was made on, in words. */
  readonly from: string
}

interface Text {
  say(key: string, params?: TextParams): string
}
interface Filter {
  readonly text: Text
  readonly words: string
  /** Only steps of this file. */
  readonly file: string | null
}

const START_LINE: HistoryLine = {
  revision: START,
  state: 'start',
  label: null,
  time: 0,
  entries: [],
  count: 0,
  from: '',
}

/** The steps that fit the filter, newest first, and the start below them. */
export function linesOf(history: readonly HistoryStep[], { text, words, file }: Filter): readonly HistoryLine[] {
  const byRevision = new Map(history.map(step => [step.revision, step]))
  const wanted = words.trim().toLowerCase()
  const lines: HistoryLine[] = []
  for (let i = history.length - 1; i >= 0; i--) {
    const step = history[i]
    if (!step || (file !== null && !step.entries.some(entry => filePath(entry) === file))) continue
    const line = lineOf(step, text, byRevision)
    if (wanted === '' || `${lineWords(text, line)} ${line.entries.join(' ')}`.toLowerCase().includes(wanted))
      lines.push(line)
  }
  return [...lines, START_LINE]
}

function lineOf(
  { revision, state, label, time, entries, parent }: HistoryStep,
  text: Text,
  byRevision: ReadonlyMap<Revision, HistoryStep>,
): HistoryLine {
  const { n } = label.params
  const below = byRevision.get(parent)
  const from = state !== 'branch' ? '' : below ? sayLabel(text, below.label) : text.say('ui.history.start')
  return { revision, state, label, time, entries, count: typeof n === 'number' ? n : 1, from }
}

export function lineWords(text: Text, { state, label }: Pick<HistoryLine, 'state' | 'label'>): string {
  if (state === 'start' || label === null) return text.say('ui.history.start')
  return state === 'packed' ? text.say('ui.history.packed') : sayLabel(text, label)
}

/** The step that is the last one in effect. */
export const presentOf = (history: readonly HistoryStep[]): Revision =>
  history.findLast(step => step.state === 'done')?.revision ?? START

/** The file with its folder: `one/terrain.map`. */
export const shortPath = (entry: string | undefined): string =>
  (entry ?? '').split('!')[0]?.split('/').slice(-2).join('/') ?? ''
