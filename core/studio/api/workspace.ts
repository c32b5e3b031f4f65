import type { Attributes, EntryPath, Revision } from '../../edit'
import type { EntryInfo, Params, Words } from '../../format'
import type { Bytes } from '../../layout'
import type { RootInfo } from './opening'

/** State of the game folder, compared with the workspace's records; missing: the folder does not exist. */
export type InstallState = 'original' | 'deployed' | 'older' | 'foreign' | 'missing'

/** State of the open workspace, sent after every change. */
export interface WorkspaceInfo {
  /** Absolute path of the install, or of the single file that is one, links resolved; `open` accepts it. */
  readonly install: string
  readonly workspace: string
  /** Id of the most certain family, or 'unknown'. */
  readonly family: string
  /** Ids of all families whose formats it has, the most certain first. */
  readonly families: readonly string[]
  readonly title: string
  /** Read-only folders that its families declare, chosen or not. */
  readonly roots: readonly RootInfo[]
  readonly revision: Revision
  readonly fileCount: number
  readonly state: InstallState
  /** Notices of opening: torn journal tail cut, foreign change, read-only folder. */
  readonly notices: readonly Words[]
  readonly isReadOnly: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Entries changed since the last pack / since the pristine install. */
  readonly unpacked: number
  readonly changed: number
}

/**
 * identical: re-encoded from values gives the same bytes; opaque: the same, with unknown ranges; unproved: other bytes;
 * unreadable: it cannot be read from disk, or does not match its declaration; unknown: no declaration. Edits by field
 * are blocked where it is unproved or unreadable.
 */
export type ProofResult = 'identical' | 'opaque' | 'unproved' | 'unreadable' | 'unknown'

/** Result of the round trip of one file or entry. */
export interface Proof {
  readonly entry: EntryPath
  /** Format id, if one matches. */
  readonly format?: string
  readonly result: ProofResult
  readonly unknownBytes: number
  /** For an archive with encoded rows, those of its payloads and of what is between them. */
  readonly totalBytes: number
  /**
   * For a row that is stored encoded: whether encoding its payload gives the stored bytes. A difference is not an
   * error: another program packed it.
   */
  readonly reencoded?: 'identical' | 'different'
}

/** A row of the project tree. */
export interface TreeItem {
  /** Folder: `DATA/MAPS`; file or entry: canonical entry path. */
  readonly path: EntryPath
  readonly kind: 'folder' | 'file' | 'archive' | 'entry'
  readonly name: string
  /** Format id, if one matches. */
  readonly format?: string
  readonly size: number
  /** Bytes of the encoded form of an unchanged row that the archive stores encoded; `size` is that of its payload. */
  readonly storedSize?: number
  readonly attributes?: Attributes
  readonly hasChildren: boolean
  readonly state: 'pristine' | 'edited' | 'added' | 'removed'
  /** It is in a read-only folder beside the install, or that folder itself. */
  readonly isReadOnly?: true
  /** Changed entries below (or itself), and how many of them are not packed. */
  readonly edits: number
  readonly unpacked: number
  /** Shown beside the name: titles of the missions that use this map. */
  readonly missions?: readonly string[]
}

/** Something of the install that people look for by name: a map, a mission, a model. */
export interface SubjectItem {
  readonly family: string
  /** `map`, `mission`, `model` … */
  readonly kind: string
  readonly title: string
  /** Folder of its first entry, '' at the top. */
  readonly folder: string
  /** Its files or entries; those that have a scene are shown in one. */
  readonly entries: readonly EntryPath[]
  /** Shown beside the title: of a map the titles of the missions that use it. */
  readonly notes: readonly string[]
  /** Its first entry has a thumbnail. */
  readonly isPictured: boolean
  /** Others of its kind have the same title. */
  readonly isTitleShared: boolean
  /** The game can be started straight in it: `launch` with its title or one of its entries as `map`. */
  readonly canStart: boolean
  /** Of its files in the pristine install, in bytes. */
  readonly size: number
  /** Changed entries, of an archive also those inside, and how many of them are not packed. */
  readonly edits: number
  readonly unpacked: number
}

/** Which subjects are listed; all where nothing is given. */
export interface SubjectFilter {
  readonly kind?: string
  /** Its title, folder or notes contain all of these words, in any case. */
  readonly text?: string
  /** Number of the first one listed, of those that match. */
  readonly from?: number
  /** Most that are listed. */
  readonly count?: number
}

/** A kind of subjects that the install has, and how many of it. */
export interface SubjectKind {
  readonly kind: string
  readonly count: number
  /** Those of the kind have thumbnails. */
  readonly isPictured: boolean
}

/** The image of one of many entries, or why it cannot be read. */
export type ReadResult =
  | { readonly ok: true; readonly image: EntryImage }
  | { readonly ok: false; readonly code: string; readonly params: Params; readonly where?: EntryPath }

/** Bytes of an entry at one revision. */
export interface EntryImage {
  readonly entry: EntryPath
  readonly info: EntryInfo
  /** Format id, if one matches. */
  readonly format?: string
  /** Guard for edits computed from this image. */
  readonly revision: Revision
  readonly bytes: Bytes
  readonly attributes: Attributes
  /** Size of the whole payload (bytes may be a range of it). */
  readonly size: number
  /**
   * Whether its bytes can be edited: they can be read and held in memory, the install's file is the one edited, the
   * workspace is writable. Editing fields also needs a whole document.
   */
  readonly isEditable: boolean
  /** No edit reaches its bytes: they are the pristine ones, which need not be read again. */
  readonly isPristine: boolean
}
