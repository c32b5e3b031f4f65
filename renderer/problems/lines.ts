import type { Problem } from '@areal-studio/core/format'
import { keyOf } from '../state/hidden-problems.store'

export type ProblemLine =
  | {
      readonly key: string
      readonly file: string
      readonly name: string
      readonly folder: string
      readonly count: number
      readonly isOpen: boolean
    }
  | { readonly key: string; readonly problem: Problem }

/** Problems (sorted by file) under a line for each file; those of closed files left out. */
export function groupByFile(problems: readonly Problem[], closed: ReadonlySet<string>): readonly ProblemLine[] {
  const groups = new Map<string, Problem[]>()
  for (const problem of problems) {
    const group = groups.get(problem.file)
    if (group) group.push(problem)
    else groups.set(problem.file, [problem])
  }
  return [...groups].flatMap(([file, group]): ProblemLine[] => {
    const at = file.lastIndexOf('/')
    const isOpen = !closed.has(file)
    const head = {
      key: `file:${file}`,
      file,
      name: file.slice(at + 1),
      folder: file.slice(0, Math.max(0, at)),
      count: group.length,
      isOpen,
    }
    return isOpen ? [head, ...numbered(group)] : [head]
  })
}

/** The same thing said twice of one place still has two keys. */
function numbered(group: readonly Problem[]): ProblemLine[] {
  const seen = new Map<string, number>()
  return group.map(problem => {
    const key = keyOf(problem)
    const times = seen.get(key) ?? 0
    seen.set(key, times + 1)
    return { key: times === 0 ? key : `${key}#${times}`, problem }
  })
}

/** Where a text has several sentences, the first and the others. */
export function firstSentence(text: string): { readonly first: string; readonly rest: string } {
  const match = /^(.+?[.!?]["»”)]?)\s+(?=["«“(]?\p{Lu})(.+)$/su.exec(text)
  return { first: match?.[1] ?? text, rest: match?.[2] ?? '' }
}
