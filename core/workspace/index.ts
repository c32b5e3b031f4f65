export * from './api'
export { MARK_COLOURS, type ByteMark, type GivenMark, type MarkColour } from './notes/byte-marks'
export {
  DICTIONARY_FILE, dictionaryKey, mergeDictionaries, NAME_KINDS, namedBy, namesOf, NO_NAMES, numberName, numberNames, printDictionary,
  type Dictionary, type DictionaryImport, type GivenName, type NameConflict, type NameKind, type NumberNames,
} from './notes/dictionary'
export { LARGEST_EDITED } from './entries/large-file'
export * from './host'
export { isUnderWay } from './jobs'
export { entryJson } from './look/entry-json'
export { BACKUP_LIMITS, BACKUP_RANGES, type BackupLimits } from './journal/upkeep'
export type { Watch } from './deploy/outside'
export { createStudio, type Studio, type StudioOptions } from './studio'
