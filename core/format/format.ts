import type { Attributes, Edit, EntryPath, FollowTables } from '../edit'
import type { AnyLayout, Bytes, CodePage } from '../layout'
import type { Work } from './conversion-work'
import type { GroundTools } from './ground-tools'
import type { PoseSampler } from './mesh-item'
import type { PaintedModel } from './mesh-picture'
import type { Outcome } from './outcome'
import type { OutlineLevel } from './outline'
import type { Parameter, ParameterValues } from './parameters'
import type { Raster } from '../picture'
import type { Pictures } from './pictures'
import type { Params, Problem, Words } from './problem'
import type { RegionTools } from './region-tools'
import type { Paint, PaintsOptions, SceneItem } from './scene'
import type { Siblings } from './siblings'

/** Number of bytes from the start of an entry that are read to match its format. */
export const HEAD_SIZE = 64

/** What is known of an entry without reading its payload (except its first bytes). A plain file is an entry too. */
export interface EntryInfo {
  readonly path: EntryPath
  /** Base name of the file, or the name in the directory. */
  readonly name: string
  readonly size: number
  /** {} for files on disk. */
  readonly attributes: Attributes
  /**
   * The first `HEAD_SIZE` bytes of the payload (fewer where it is shorter); none of an encoded row that is listed and not
   * decoded yet, which is matched again once it is.
   */
  readonly head: Bytes
  /** What contains it; null for files on disk. */
  readonly container: null | Container
}

/** The archive that an entry is in. */
export interface Container {
  readonly path: EntryPath
  readonly name: string
  /** Format id. */
  readonly format: string
  /** Code page of the texts in it: the chosen one, else the one that `Format.encoding` finds; absent: that of the family. */
  readonly encoding?: CodePage | undefined
}

/** An entry that formats are matched with. Only its siblings distinguish a chunk of a terrain from one of a model. */
export interface Candidate extends EntryInfo {
  readonly container: null | (Container & { readonly siblings: Siblings })
}

/**
 * An entry with its payload, its siblings and the files beside it. `size`, `head` and `bytes` are read when they are
 * first used.
 */
export interface Opened extends EntryInfo {
  /** The payload; of an archive with changed entries the packed image, which may take seconds to encode. */
  readonly bytes: Bytes
  /** For an archive the image that its untouched rows are read from; else `bytes`. */
  readonly base: Bytes
  /** First entry of the same archive whose attributes fit; kept by the predicate, so one that is used often is one object. Others are not read. */
  sibling(fits: (attributes: Attributes) => boolean): Promise<Opened | undefined>
  /** All entries of the same archive, in directory order; of an archive its own rows. */
  entries(): Promise<readonly Opened[]>
  /** An entry of the same archive, else a file in the same folder (of the containing file), name matched without case. */
  beside(fileName: string): Promise<Opened | undefined>
  /** A file of the install, relative to its root, matched without case. */
  file(path: string): Promise<Opened | undefined>
  /**
   * A row of this archive: the first with that name (matched without case), or the one at that index. Others are not
   * read.
   */
  row(which: string | number): Promise<Opened | undefined>
  /** Names of the files of a folder of the install or of a root (`//game/Data`); none where it cannot be listed. */
  fileNames(folder: string): Promise<readonly string[]>
  /** Names of the folders in a folder of the install or of a root; none where it cannot be listed. */
  folderNames(folder: string): Promise<readonly string[]>
  /** An archive file of the install, as `file`, listed without reading its own bytes; undefined where there is no such file. */
  archive(path: string): Promise<UnreadArchive | undefined>
}

/** An archive that is listed but not read. A file that is no archive, or too damaged to be listed, has no rows. */
export interface UnreadArchive {
  /** A row, as `Opened.row`. */
  row(which: string | number): Promise<Opened | undefined>
  /** All rows, in directory order. */
  rows(): readonly UnreadRow[]
}

/** A row of an archive that is read when it is opened. */
export interface UnreadRow {
  readonly name: string
  open(): Promise<Opened>
}

/** One row of an archive as its pristine image has it. */
export interface ArchiveRow {
  /** Directory row in the pristine image; the identity `#n`. */
  readonly id: number
  readonly attributes: Attributes
  readonly offset: number
  readonly size: number
  /** False where the range leaves the file: the row is shown, its payload is empty and cannot be edited. */
  readonly isReadable: boolean
  /** How the payload is stored (`deflate`, `lzss+xor`); absent: as it is. `offset` and `size` are those of the stored bytes. */
  readonly encoding?: string
  /**
   * Bytes of the payload as declared in the directory; absent where the row is not encoded or declares an impossible
   * size.
   */
  readonly unpackedSize?: number
}

/** Bytes of an archive outside its rows: header, directory, paddings, gaps. */
export interface Region {
  readonly kind: 'header' | 'directory' | 'padding' | 'gap'
  readonly offset: number
  readonly size: number
}

/** An archive as its image has it. */
export interface Archive {
  readonly rows: readonly ArchiveRow[]
  readonly regions: readonly Region[]
  /** False when ranges overlap or leave the file: payloads may be edited in place, rows may not be added, removed or resized. */
  readonly isSound: boolean
}

/** A row as it should be in the packed image, in directory order. */
export interface PresentRow {
  /** `#n` of the pristine image, or `+k` for an added row. */
  readonly id: string
  readonly attributes: Attributes
  /** Undefined: the pristine payload, untouched. */
  readonly payload?: Bytes
}

/** The result of packing an archive. */
export interface PackedImage {
  readonly bytes: Bytes
  /** Where each present row's stored bytes are; `row`: its place in the directory, where that is not its place in `present`. */
  readonly rows: readonly {
    readonly id: string
    readonly offset: number
    readonly size: number
    readonly row?: number
  }[]
}

/** Why a payload cannot be decoded; `range`: where, in the stored bytes, which are the payload of such a row. */
export interface DecodeFault extends Words {
  readonly range?: readonly [offset: number, size: number]
}

/**
 * An archive kind: opens an image, packs one from the pristine image and the rows that should be there. One that stores
 * payloads encoded has `decode`, `encodingOf` and `encode`; see `payloadOf` and `encodedOf`.
 */
export interface ArchiveCodec {
  /** Reads the directory; decodes no payload. Throws StudioError where the bytes are no such archive. */
  open(bytes: Bytes): Archive
  /**
   * Payload of an encoded row; undefined where it cannot be decoded: then the stored bytes are the payload. Never throws;
   * compares the declared size with the stored one before it allocates.
   */
  decode?(image: Bytes, row: ArchiveRow): Bytes | undefined
  /** The reason why `decode` returns undefined, as a problem; absent: `studio.undecoded`. */
  fault?(image: Bytes, row: ArchiveRow): DecodeFault | undefined
  /** How a row of these attributes is stored; undefined: as it is. */
  encodingOf?(attributes: Attributes): string | undefined
  /** Encodes a payload, always to the same bytes. May take seconds: `pack` calls it through `encodedOf` alone. */
  encode?(payload: Bytes, encoding: string): Bytes
  /** The attributes of a row as a record: names of their values, bits, roles. */
  readonly attributes?: AnyLayout
  /**
   * Packs the rows that should be there. The result depends on the arguments alone; rows equal to the pristine ones
   * give the pristine bytes.
   */
  pack(pristine: Bytes, present: readonly PresentRow[]): PackedImage
  /** Attributes of a new row, from a name; `entry add` starts with them. */
  newAttributes(name: string): Attributes
  /**
   * Refuses (StudioError) attributes that the directory cannot hold. A value that the row already has is never refused.
   */
  validate(attributes: Attributes, place?: RowPlace): void
}

/** The row whose attributes are changed or added. */
export interface RowPlace {
  /** The attributes that the row has; absent for a new one. */
  readonly before?: Attributes
  /** Attributes of the other rows of that name, in any case. */
  named(name: string): readonly Attributes[]
}

/** A kind of file of other programs that entries of a format are written as, and where `decode` exists read from. */
export interface Conversion {
  /** Ending of its files, in lower case without a dot: `png`. */
  readonly ending: string
  /** Entries of the format that it is for, by what is known without reading them; absent: all. */
  isFor?(entry: EntryInfo): boolean
  /** Only an unmodified file of it is imported: a changed one is refused. */
  readonly isFixed?: boolean
  /**
   * The entry as such a file; the same entry always gives the same bytes. Throws StudioError `convert.…` where it has
   * nothing that such a file can hold.
   */
  encode(entry: Opened, work: Work): Bytes | Promise<Bytes>
  /**
   * The entry's bytes with what the file shows; what the file cannot hold stays. An unmodified export gives the present
   * bytes. Throws StudioError `convert.…`, `picture.…` for a file that does not fit.
   */
  decode?(entry: Opened, file: Bytes, work: Work, how?: DecodeOptions): Replacement | Promise<Replacement>
}

/** How a file of another program is taken. */
export interface DecodeOptions {
  /**
   * A picture of another size is brought to that of the entry: each pixel the mean of those that it covers, or the
   * nearest one. Absent: it is refused.
   */
  readonly fit?: 'area' | 'nearest'
}

/** What an operation is run with. */
export interface OperationRun {
  /** A value of every declared parameter. */
  readonly parameters: ParameterValues
  /** Of an operation on records: their numbers, ascending, at least one, each in the array. Else empty. */
  readonly records: readonly number[]
  /**
   * To be awaited between the pieces of long work: lets other calls run and shows the progress. Throws StudioError
   * `job.cancelled` once the user stopped it.
   */
  step(done: number, total: number): Promise<void>
}

/**
 * A named change of an entry, one step of undo: smaller levels of a texture from its largest. It is refused with
 * `operation.stale` where an entry that it read has changed before the step is written.
 */
export interface Operation {
  /** Its title is the message `ui.operation.<id>`. */
  readonly id: string
  /** Path of the array whose records it changes (`nodes`); absent: it changes the entry as a whole. */
  readonly records?: string
  readonly parameters?: readonly Parameter[]
  /**
   * It may take seconds: it runs in a thread where the host has one. Others take less time than a thread needs to read
   * their entries.
   */
  readonly isHeavy?: true
  /** Initial values that depend on the entry, in place of the declared ones. */
  initial?(entry: Opened): ParameterValues | Promise<ParameterValues>
  /**
   * Edits of the present entry; none where there is nothing to do. Depends on what it reads through `entry` and on
   * `given` alone. Throws StudioError where it cannot be done.
   */
  run(entry: Opened, given: OperationRun): Outcome | Promise<Outcome>
}

/** An entry with the content of a file. */
export interface Replacement {
  readonly bytes: Bytes
  /** What could not be taken as the file has it: `notice.<code>`. */
  readonly notices: readonly Words[]
}

/** Bytes within the first `HEAD_SIZE` bytes of an entry. */
export interface Magic {
  readonly at: number
  readonly bytes: Bytes
}

/** One file kind, with everything that the studio can do with it. */
export interface Format {
  /** Id of its family, a dot, its name: `parkan.areal-map`. */
  readonly id: string
  /** Bytes at places of the head that only this format has; tried before the `match` of any format. */
  readonly magic?: readonly Magic[]
  /** Whether an entry has this format. A format with `magic` alone returns false. */
  match(entry: Candidate): boolean
  /** Tree, form, JSON, schema, writer. Created from the entry, because some counts are in the directory. */
  layout?(entry: EntryInfo): AnyLayout
  /**
   * Tables that the whole format derives (hash chains): splices on `after` that make them right, for those that were right
   * `before`; others stay as found. Called once per entry and transaction, after following words were set. Throws
   * LayoutError where the edit cannot be made.
   */
  readonly follow?: FollowTables
  readonly archive?: ArchiveCodec
  /**
   * Of an archive whose texts have one of several code pages: the one that the letters in its image show; undefined
   * where they leave it open. The user can choose another one, see `Container.encoding`.
   */
  encoding?(image: Bytes): CodePage | undefined
  /** Files of other programs that its entries are written as and replaced by. */
  readonly conversions?: readonly Conversion[]
  /**
   * What an entry looks like, for its thumbnail; undefined where it holds no picture or is damaged. The longer side of the
   * result has at least `side` pixels, where the picture has so many.
   */
  picture?(payload: Bytes, side: number): Raster | undefined
  /**
   * The model that the thumbnail of an entry is drawn from, with its paints; undefined where it has none. Reads as much as
   * its scene does.
   */
  model?(entry: Opened): Promise<PaintedModel | undefined>
  /**
   * All pictures in bytes of an entry, its present or its next ones, in full size. Compares every size with the bytes
   * that exist before it decodes.
   */
  pictures?(bytes: Bytes, entry: Opened): Pictures | Promise<Pictures>
  /** How the samples of a sound are stored: `ms_adpcm, 4 bit`; undefined where it is damaged. */
  codec?(payload: Bytes): string | undefined
  readonly operations?: readonly Operation[]
  /** Records in the hierarchy that people think of them in, for the outline. */
  readonly outline?: readonly OutlineLevel[]
  scene?(entry: Opened): Promise<readonly SceneItem[]>
  /**
   * Ground and water of its scene that are in other entries. They are read after `scene`, and only for the variant that is
   * shown; thumbnails do without.
   */
  surroundings?(entry: Opened): Promise<readonly SceneItem[]>
  /** Pure functions that items of its scene name, see `MeshAnimation.sampler`. */
  readonly samplers?: Readonly<Record<string, PoseSampler>>
  /**
   * Paints of its surface or meshes, by the rows that their `painting` names. Reads materials and textures, which the
   * scene does not need.
   */
  paints?(entry: Opened, options?: PaintsOptions): Promise<readonly Paint[]>
  check?(entry: Opened): Promise<readonly Problem[]>
  /** Computes a repair on the present image. */
  repair?(
    entry: Opened,
    fix: { readonly id: string; readonly params: Params },
    problem: Problem,
  ): Promise<readonly Edit[]>
  /** Editing of its polygons with their neighbours and cells. Throws StudioError where the entry is damaged. */
  regions?(entry: Opened): Promise<RegionTools>
  /** Editing of its ground. Throws StudioError where the entry is damaged. */
  ground?(entry: Opened): Promise<GroundTools>
  /** Node path of the array whose records people refer to by number; the table begins with it. */
  readonly numbered?: string
}
