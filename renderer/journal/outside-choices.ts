import type { OutsideAnswer, OutsideWay } from '@areal-studio/core/studio'

/** An answer to what becomes of a file that another program changed; `name` and `help` are codes of messages. */
interface OutsideChoice {
  readonly answer: OutsideAnswer['answer']
  readonly name: string
  readonly help: string
}

const MERGES: readonly OutsideChoice[] = [
  { answer: 'merge', name: 'ui.outside.merge', help: 'ui.outside.merge.help' },
  { answer: 'merge=local', name: 'ui.outside.merge-local', help: 'ui.outside.merge-local.help' },
  { answer: 'merge=external', name: 'ui.outside.merge-external', help: 'ui.outside.merge-external.help' },
]
const RELOAD: OutsideChoice = { answer: 'reload', name: 'ui.outside.reload', help: 'ui.outside.reload.help' }
const RELOAD_ONLY: OutsideChoice = { ...RELOAD, help: 'ui.outside.reload-only.help' }
const keepWith = (help: string): OutsideChoice => ({ answer: 'keep', name: 'ui.outside.mine', help })
const CHOICES: Readonly<Record<OutsideWay, readonly OutsideChoice[]>> = {
  changed: [...MERGES, keepWith('ui.outside.mine.help'), RELOAD],
  gone: [
    keepWith('ui.outside.mine-gone.help'),
    { answer: 'reload', name: 'ui.outside.let-go', help: 'ui.outside.let-go.help' },
  ],
  come: [keepWith('ui.outside.mine-come.help'), RELOAD],
}

/**
 * Possible answers for the file, the one that loses least first. `isLost`: the kept original is missing or damaged, so
 * every other answer is refused.
 */
export const outsideChoices = (way: OutsideWay, isLost: boolean): readonly OutsideChoice[] =>
  isLost ? [RELOAD_ONLY] : CHOICES[way]
