import type { Bytes, CodePage } from '../layout'
import type { EntryPath } from '../edit'
import type { Format } from './format'
import type { ModFolder } from './mod-folder'
import type { Problem, Words } from './problem'
import type { References } from './references'

/** How the family's game is started. */
export interface FamilyLaunch {
  /** Executable names, tried in order, relative to the install. */
  readonly executables: readonly string[]
  /** Root that has them where the install has none, such as the program folder of a game whose install is the user's folder. */
  readonly root?: string
  /** Logs the game writes, relative to the install. */
  readonly logs: readonly string[]
  /** Libraries of other authors that the game needs to run properly on current Windows, relative to the install. */
  readonly windowsLibraries?: readonly string[]
}

/** Read-only view of the install that a family may use. Names match without case. */
export interface InstallReader {
  readonly files: readonly string[]
  read(file: string): Promise<Bytes | undefined>
}

/** Files that replace those of the install for one run, such as a map in place of that of the demo mission. */
export interface RunOverlay {
  readonly files: readonly { readonly path: string; readonly bytes: Bytes }[]
  readonly note: Words
}

/** Something of an install that people look for by name: a map, a mission, a model. */
export interface Subject {
  /** `map`, `mission`, `model` …: kinds are pages of the gallery; `ui.subject.<kind>` in the catalogue is the title of one. */
  readonly kind: string
  readonly title: string
  /** Files or entries that belong to it; those that have a scene are shown in one. */
  readonly entries: readonly EntryPath[]
  /** Shown beside the title: of a map the titles of the missions that use it. */
  readonly notes?: readonly string[]
  /** Its first entry has a thumbnail. */
  readonly isPictured?: boolean
  /** The game can be started straight in it, see `Family.startIn`. */
  readonly canStart?: boolean
}

/** A read-only folder that a game reads beside its install, such as that of its first part. */
export interface FamilyRoot {
  /** In entry paths: `//game/…`. Small letters, digits, hyphens. */
  readonly id: string
  readonly title: string
  /** 0 not this folder … 1 certain, from the names of its files. */
  detect(files: readonly string[]): number
}

/** One file of a made install; path relative with `/`. */
export interface SampleFile {
  readonly path: string
  readonly bytes: Bytes
  /** Written with the permission to be executed, on systems that have one. */
  readonly isProgram?: boolean
}

/** Sentences by key in both languages: `core/families/<family>/messages`. */
export interface FamilyMessages {
  readonly en: Readonly<Record<string, string>>
  readonly ru: Readonly<Record<string, string>>
}

/** Help of a family: `core/families/<family>/help`. */
export interface FamilyHelp {
  /** Codes of problems and errors by the topic that explains them. A general topic may have codes of a family, too. */
  readonly topics: Readonly<Record<string, readonly string[]>>
  /** `topic.<id>.title|what|why|do` */
  readonly texts: FamilyMessages
}

/** Pictures of entries in lists, such as the project tree. */
export type EntryIcon = 'map' | 'terrain' | 'model' | 'picture' | 'sound' | 'text' | 'table' | 'script'

/** One game: all that a new family has to export. */
export interface Family {
  readonly id: string
  readonly title: string
  readonly formats: readonly Format[]
  /** Code page of its texts, where a field declares none. */
  readonly encoding: CodePage
  readonly messages: FamilyMessages
  help(): Promise<FamilyHelp>
  /** A small install that has a file of every format. The same seed gives the same bytes. */
  sample?(seed?: number): Promise<readonly SampleFile[]>
  readonly launch?: FamilyLaunch
  /**
   * Maps, missions, models of the install, in the order of their titles. A damaged file is left out. `kind`: only those
   * are asked for; others may be listed, and need not.
   */
  subjects?(install: InstallReader, kind?: string): Promise<readonly Subject[]>
  /**
   * Which entries have which picture: names of formats without the family (`texture`; `land-mesh` is all of
   * `land-mesh.1` …), or ends of file names with their dot (`.map`), which win. Others have the picture of their kind.
   */
  readonly icons?: Readonly<Partial<Record<EntryIcon, readonly string[]>>>
  /** How its entries name each other. */
  readonly references?: References
  readonly roots?: readonly FamilyRoot[]
  /** Folder of the install whose files the game uses in place of entries of the same name in its archives. */
  readonly overrides?: string
  /** Mods in folders of their own, as another target of deploy than the install's files. */
  readonly modFolder?: ModFolder
  /**
   * Files that make the game start in a subject with `canStart`; throws StudioError where it cannot. `install.read`
   * returns packed files.
   */
  startIn?(install: InstallReader, subject: Subject): Promise<RunOverlay>
  /** Problems of the install as a whole, such as a map without its ground. */
  checkInstall?(install: InstallReader): Promise<readonly Problem[]>
}

/** Reads the first `HEAD_SIZE` bytes of a file of the install; fewer where it is shorter or cannot be read. */
export type HeadReader = (file: string) => Promise<Bytes>

/** A family in the registry: enough to recognise its game, without its formats. */
export interface KnownFamily {
  readonly id: string
  readonly title: string
  /**
   * 0 not this family … 1 certain, from file names; heads are read only of files whose names leave it open. In a module
   * of its own, which imports nothing of the family.
   */
  detect(files: readonly string[], head: HeadReader): number | Promise<number>
  load(): Promise<Family>
}

/** A loaded family as the registry has it. */
export const knownFamily = (family: Family, detect: KnownFamily['detect'] = () => 1): KnownFamily => ({
  id: family.id,
  title: family.title,
  detect,
  load: () => Promise.resolve(family),
})
