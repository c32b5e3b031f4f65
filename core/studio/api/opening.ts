import type { EntryPath } from '../../edit'
import type { CodePage } from '../../layout'

/** A folder that may be the missing install, compared with what its workspace knows of the install's files. */
export interface LocateReport {
  /** Absolute, links resolved; `open` it after `locate`. */
  readonly install: string
  /** Number of files that the workspace knows: those that were edited or deployed. */
  readonly known: number
  /** Known files that are neither the original nor the deployed version, and missing ones. */
  readonly different: readonly string[]
  readonly absent: readonly string[]
}

/** A read-only folder beside the install, declared by its family: `//game/…` names its files. */
export interface RootInfo {
  readonly id: string
  readonly title: string
  /** Absolute; '' where none is chosen. */
  readonly folder: string
  /** The chosen folder does not exist, or cannot be read. */
  readonly isMissing: boolean
}

/** Where deploy writes, in a game whose loader knows mods in folders of their own. */
export interface ModFolderInfo {
  /** The folder of the install that contains the mods. */
  readonly folder: string
  /** The mod's folder in it; '': deploy replaces the game's own files. */
  readonly name: string
}

/** Code page of the texts in an archive. */
export interface ArchivePage {
  readonly archive: EntryPath
  /** The one in use. */
  readonly page: CodePage
  /** The one that is used where none is chosen. */
  readonly automatic: CodePage
  /** The automatic one was found in the letters of the archive; else it is that of the family. */
  readonly isFound: boolean
  readonly isChosen: boolean
}

/** One of several sets of changes to one install, each with its own workspace. */
export interface Mod {
  /** '' for the first one, whose workspace has the install's own name. */
  readonly id: string
  /** '' where it has no name yet. */
  readonly name: string
  /** Absolute path of its workspace. */
  readonly folder: string
  /** Opened when the install is opened. */
  readonly isActive: boolean
  /** Deployed to the game now. */
  readonly isDeployed: boolean
  /** Milliseconds since 1970 of its last change; 0: no change yet. */
  readonly time: number
}
