export type * from './api/studio-api'
export * from './api/annotations'
export type * from './api/changes'
export type * from './api/conflicts'
export type * from './api/deploy'
export type * from './api/events'
export type * from './api/find'
export type * from './api/history'
export type * from './api/import-export'
export type * from './api/jobs'
export type * from './api/launch'
export type * from './api/opening'
export type * from './api/pictures'
export type * from './api/query'
export type * from './api/references'
export type * from './api/operation-pool'
export type * from './api/reference-pool'
export type * from './api/sharing'
export type * from './api/storage'
export type * from './api/workspace'
export {
  dictionaryKey,
  DICTIONARY_FILE,
  mergeDictionaries,
  namedBy,
  namesOf,
  NO_NAMES,
  numberName,
  numberNames,
  printDictionary,
} from './annotations/dictionary'
export { LARGEST_EDITED } from './entries/large-file'
export * from './api/host'
export { referencesOfBytes } from './references/file-references'
export { isUnderWay } from './jobs/jobs'
export { entryJson } from './import-export/entry-json'
export { BACKUP_LIMITS, BACKUP_RANGES } from './api/backup-limits'
export type { Watch } from './conflicts/external-changes'
export { createStudio, type Studio, type StudioOptions } from './studio'
