import { sampleInstall, type SampleFile } from './sample'

let made: readonly SampleFile[] | undefined

/** The sample install, made once for all test files of a process; the bytes are the caller's own. */
export const sampleCopy = (): readonly SampleFile[] =>
  (made ??= sampleInstall()).map(file => ({ ...file, bytes: new Uint8Array(file.bytes) }))

/** The bytes of the same by path. */
export const sampleByPath = () => Object.fromEntries(sampleCopy().map(({ path, bytes }) => [path, bytes]))
