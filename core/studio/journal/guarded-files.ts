import { readOnly, type FileSystem } from '../../format'

/** A folder in which every write, removal and sweep first awaits `guard`; if that throws, nothing is changed. */
export function guardedFiles(files: FileSystem, guard: () => Promise<void>): FileSystem {
  const behind =
    <A extends readonly unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await guard()
      return run(...args)
    }
  return {
    ...readOnly(files),
    guardWrite: path => files.guardWrite(path),
    settle: path => files.settle(path),
    write: behind((...args: Parameters<FileSystem['write']>) => files.write(...args)),
    append: behind((...args: Parameters<FileSystem['append']>) => files.append(...args)),
    truncate: behind((...args: Parameters<FileSystem['truncate']>) => files.truncate(...args)),
    remove: behind((...args: Parameters<FileSystem['remove']>) => files.remove(...args)),
    claim: behind((...args: Parameters<FileSystem['claim']>) => files.claim(...args)),
    sweep: behind((...args: Parameters<FileSystem['sweep']>) => files.sweep(...args)),
  }
}
