import type { Problem } from '@areal-studio/core/format'
import { keyOf } from '../state/hidden-problems.store'

export type ProblemLine =
  | {
      readonly key: string
      /** Key of the group that a click closes: the file, or the kind. */
      readonly file: string
      /** The code, where problems are grouped by it. */
      readonly kind?: string
      readonly name: string
      readonly folder: string
      readonly count: number
      readonly isOpen: boolean
    }
  | { readonly key: string; readonly problem: Problem }

/** Problems under a line for each file (they come sorted by it); those of closed files left out. */
export const groupByFile = (problems: readonly Problem[], closed: ReadonlySet<string>): readonly ProblemLine[] =>
  grouped(
    problems,
    closed,
    problem => problem.file,
    file => {
      const at = file.lastIndexOf('/')
      return { key: `file:${file}`, file, name: file.slice(at + 1), folder: file.slice(0, Math.max(0, at)) }
    },
  )

/** Problems under a line for each code, the most frequent first. */
export const groupByKind = (problems: readonly Problem[], closed: ReadonlySet<string>): readonly ProblemLine[] => {
  const counts = new Map<string, number>()
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1)
  const sorted = problems.toSorted((a, b) => (counts.get(b.code) ?? 0) - (counts.get(a.code) ?? 0))
  return grouped(
    sorted,
    closed,
    problem => problem.code,
    code => ({
      key: `kind:${code}`,
      file: `kind:${code}`,
      kind: code,
      name: code,
      folder: '',
    }),
  )
}

type Head = Omit<Extract<ProblemLine, { count: number }>, 'count' | 'isOpen'>

function grouped(
  problems: readonly Problem[],
  closed: ReadonlySet<string>,
  wordOf: (problem: Problem) => string,
  headOf: (word: string) => Head,
): readonly ProblemLine[] {
  const groups = new Map<string, Problem[]>()
  for (const problem of problems) {
    const word = wordOf(problem)
    const group = groups.get(word)
    if (group) group.push(problem)
    else groups.set(word, [problem])
  }
  return [...groups].flatMap(([word, group]): ProblemLine[] => {
    const head = headOf(word)
    const isOpen = !closed.has(head.file)
    const line = { ...head, count: group.length, isOpen }
    return isOpen ? [line, ...numbered(group)] : [line]
  })
}

/** Equal problems at the same place still have different keys. */
function numbered(group: readonly Problem[]): ProblemLine[] {
  const seen = new Map<string, number>()
  return group.map(problem => {
    const key = keyOf(problem)
    const times = seen.get(key) ?? 0
    seen.set(key, times + 1)
    return { key: times === 0 ? key : `${key}#${times}`, problem }
  })
}

/** Splits a text of several sentences into the first one and the others. */
export function firstSentence(text: string): { readonly first: string; readonly rest: string } {
  const match = /^(.+?[.!?]["»”)]?)\s+(?=["«“(]?\p{Lu})(.+)$/su.exec(text)
  return { first: match?.[1] ?? text, rest: match?.[2] ?? '' }
}
