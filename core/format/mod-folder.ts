import type { Bytes } from '../layout'

/** A file of the install that differs from its original. */
export interface ChangedFile {
  /** Relative to the install, with `/`. */
  readonly path: string
  /** Undefined: the install has no such file. */
  readonly pristine: Bytes | undefined
  readonly present: Bytes
}

/** A file of a mod; `path`: relative to the folder of the mod, with `/`. */
export interface ModFile {
  readonly path: string
  readonly bytes: Bytes
}

/** A mod in its own folder. */
export interface ModInfo {
  readonly name: string
  /** When its folder was chosen, in milliseconds since 1970: constant, so that the same edits give the same files. */
  readonly time: number
}

/** Mods in folders of their own, which the game's loader lays over its files when it starts. */
export interface ModFolder {
  /** The folder of the install that contains the mods, one folder each. */
  readonly folder: string
  /**
   * The mod's file for a changed file; undefined where it needs none. Throws StudioError `mod-folder.…` for a change
   * that a mod cannot make.
   */
  fileOf(change: ChangedFile): ModFile | undefined
  /** The file by which the loader knows the mod. `files`: paths of its other files. */
  manifest(mod: ModInfo, files: readonly string[]): ModFile
}
