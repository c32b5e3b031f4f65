import { StudioError } from '../../format'
import type { ForeignAnswer, OutsideAnswer } from '../api/conflicts'
import type { DeployOptions, PlannedFile } from '../api/deploy'
import type { DeployTarget } from './target'

type Given = NonNullable<DeployOptions['answers']>[number]

/** Answers for files that another program changed: by file, else for all. */
export class Answers {
  constructor(private readonly options: Pick<DeployOptions, 'answers' | 'foreign'>) {}

  private of(file: string): Given {
    const { answers, foreign = 'refuse' } = this.options
    return answers?.find(one => one.file.toLowerCase() === file.toLowerCase()) ?? { file, answer: foreign }
  }

  /** Throws StudioError `deploy.foreign` where one of the files has no answer. */
  guard(files: readonly string[]): void {
    const open = files.filter(file => this.of(file).answer === 'refuse')
    const [first] = open
    if (first !== undefined) throw new StudioError('deploy.foreign', { n: open.length, file: first })
  }

  /** Files that are not written this time. */
  left(files: readonly string[]): ReadonlySet<string> {
    return new Set(files.filter(file => this.of(file).answer === 'theirs'))
  }

  /** Files to resolve before anything is written. */
  resolving(files: readonly string[]): readonly OutsideAnswer[] {
    return files.flatMap(file => {
      const { answer, choices } = this.of(file)
      return isResolution(answer) ? [{ file, answer, ...(choices && { choices }) }] : []
    })
  }
}

const isResolution = (answer: ForeignAnswer): answer is OutsideAnswer['answer'] =>
  answer !== 'refuse' && answer !== 'theirs'

/** Throws StudioError `deploy.stale` where a file to be written differs from the image of its present entries. */
export async function guardPresent(target: DeployTarget, work: readonly PlannedFile[]): Promise<void> {
  for (const { file, action, newHash } of work) {
    const expected = action === 'restore' ? undefined : newHash
    if (!(await target.isPresent(file, expected))) throw new StudioError('deploy.stale', { file })
  }
}
