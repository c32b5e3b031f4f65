import {
  filePath,
  parentPath,
  StudioError,
  type EntryPath,
  type Family,
  type InstallReader,
  type Subject,
} from '../../format'
import type { SubjectFilter, SubjectItem, SubjectKind } from '../api/workspace'
import { fileNames, type Missions } from './project-tree'
import type { Workspace } from './workspace'

interface Listed {
  readonly family: string
  readonly subject: Subject
  readonly isTitleShared: boolean
  /** Title, folder and notes in lower case. */
  readonly words: string
}

/** Subjects of the open install, as its families list them; listed again when files were added, deleted or have another size. */
export class Subjects {
  private files = ''
  /** By the kind that was asked for; '': all. */
  private readonly known = new Map<string, Promise<readonly Listed[]>>()

  constructor(
    private readonly workspace: Workspace,
    private readonly reader: (files: readonly string[]) => InstallReader,
  ) {}

  /** In the order of the families, and in each as it lists them. */
  async list({ kind, text, from = 0, count }: SubjectFilter = {}): Promise<readonly SubjectItem[]> {
    return matching(await this.listed(kind), text)
      .filter(one => kind === undefined || one.subject.kind === kind)
      .slice(from, count === undefined ? undefined : from + count)
      .map(one => itemOf(this.workspace, one))
  }

  /** Kinds of the subjects that match, maps first, then in the order of the list. */
  async kinds(text?: string): Promise<readonly SubjectKind[]> {
    const kinds = new Map<string, SubjectKind>()
    for (const { subject } of matching(await this.listed(), text)) {
      const { kind, isPictured = false } = subject
      const before = kinds.get(kind)
      kinds.set(kind, { kind, count: (before?.count ?? 0) + 1, isPictured: isPictured || before?.isPictured === true })
    }
    return Array.from(kinds.values()).toSorted((a, b) => Number(b.kind === 'map') - Number(a.kind === 'map'))
  }

  /** The subject that an entry belongs to: itself, else the nearest archive or file around it. Null where it belongs to none. */
  async of(entry: EntryPath): Promise<SubjectItem | null> {
    const listed = await this.listed()
    for (
      let place: EntryPath | undefined = this.workspace.canonical(entry);
      place !== undefined;
      place = parentPath(place)
    ) {
      const at = place
      const found = listed.find(({ subject }) => subject.entries.includes(at))
      if (found) return itemOf(this.workspace, found)
    }
    return null
  }

  /** The subject of a family that a person names: by its title, its folder, the last part of that, or an entry. */
  async named(family: string, name: string): Promise<Subject | undefined> {
    const asked = plainPath(name)
    const own = (await this.listed()).flatMap(one => (one.family === family ? [one.subject] : []))
    const names = (subject: Subject): readonly string[] => [
      ...subject.entries.flatMap(entry => [plainPath(entry), plainPath(entry).replace(/\.[^./]*$/, '')]),
      plainPath(folderOf(subject)),
    ]
    return (
      own.find(({ title }) => plainPath(title) === asked) ??
      own.find(subject => names(subject).includes(asked)) ??
      own.find(subject => lastOf(plainPath(folderOf(subject))) === lastOf(asked))
    )
  }

  /** Notes of the maps by the folder of their first entry, in lower case: their missions. */
  async notes(): Promise<Missions> {
    const byFolder = new Map<string, string[]>()
    for (const { subject } of await this.listed('map')) {
      const folder = folderOf(subject).toLowerCase()
      if (subject.kind === 'map' && subject.notes?.length)
        byFolder.set(folder, [...new Set([...(byFolder.get(folder) ?? []), ...subject.notes])])
    }
    return byFolder
  }

  private listed(kind = ''): Promise<readonly Listed[]> {
    const files = fileNames(this.workspace)
    // A row that is added to an archive or deleted from it changes the size of the file.
    const sizes = files.map(file => `${file} ${this.workspace.parts.install.sizeOf(file) ?? ''}`).join('\n')
    if (this.files !== sizes) this.known.clear()
    this.files = sizes
    const known = this.known.get(kind) ?? this.read(this.reader(files), kind === '' ? undefined : kind)
    this.known.set(kind, known)
    return known
  }

  private async read(install: InstallReader, kind: string | undefined): Promise<readonly Listed[]> {
    const found = await Promise.all(
      this.workspace.parts.families.map(async family => listedOf(family.id, await subjectsOf(family, install, kind))),
    )
    return found.flat()
  }
}

function listedOf(family: string, subjects: readonly Subject[]): readonly Listed[] {
  const keyOf = ({ kind, title }: Subject): string => `${kind}\n${title}`
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const subject of subjects) (seen.has(keyOf(subject)) ? shared : seen).add(keyOf(subject))
  return subjects.map(subject => ({
    family,
    subject,
    isTitleShared: shared.has(keyOf(subject)),
    words: [subject.title, folderOf(subject), ...(subject.notes ?? [])].join(' ').toLowerCase(),
  }))
}

function matching(listed: readonly Listed[], text = ''): readonly Listed[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  return words.length === 0 ? listed : listed.filter(one => words.every(word => one.words.includes(word)))
}

async function subjectsOf(family: Family, install: InstallReader, kind?: string): Promise<readonly Subject[]> {
  try {
    return (await family.subjects?.(install, kind)) ?? []
  } catch (error) {
    if (error instanceof StudioError) return [] // a damaged file leaves the lists empty; check reports it
    throw error
  }
}

/** Without the parts inside the file, with `/`, in lower case: people write paths as their system does. */
const plainPath = (path: string): string => path.replaceAll('\\', '/').replace(/!.*$/, '').toLowerCase()
const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Folder of the first entry; '' at the top. */
function folderOf({ entries: [first = ''] }: Subject): string {
  const file = filePath(first)
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}

function itemOf(workspace: Workspace, { family, subject, isTitleShared }: Listed): SubjectItem {
  const { dirty } = workspace
  const { install } = workspace.parts
  const files = [...new Set(subject.entries.map(filePath))]
  const isOf = (changed: EntryPath): boolean =>
    subject.entries.some(entry => entry === changed || changed.startsWith(`${entry}!`))
  return {
    family,
    kind: subject.kind,
    title: subject.title,
    folder: folderOf(subject),
    entries: subject.entries,
    notes: subject.notes ?? [],
    isPictured: subject.isPictured === true,
    isTitleShared,
    canStart: subject.canStart === true,
    size: files.reduce((sum, file) => sum + (install.sizeOf(file) ?? 0), 0),
    edits: files.flatMap(file => dirty.changedIn(file)).filter(isOf).length,
    unpacked: files.flatMap(file => dirty.unpackedIn(file)).filter(isOf).length,
  }
}
