import { filePath, StudioError, type Family, type InstallReader, type Subject } from '../../format'
import type { SubjectItem } from '../api/workspace'
import { fileNames, type Missions } from './project-tree'
import type { Workspace } from './workspace'

interface Listed {
  readonly family: string
  readonly subject: Subject
}

/** Subjects of the open install, as its families list them; listed again when files were added or deleted. */
export class Subjects {
  private of = ''
  private known: Promise<readonly Listed[]> | undefined

  constructor(
    private readonly workspace: Workspace,
    private readonly reader: (files: readonly string[]) => InstallReader,
  ) {}

  /** In the order of the families, and in each as it lists them. */
  async list(): Promise<readonly SubjectItem[]> {
    return (await this.listed()).map(({ family, subject }) => itemOf(this.workspace, family, subject))
  }

  /** Notes of the maps by the folder of their first entry, in lower case: their missions. */
  async notes(): Promise<Missions> {
    const byFolder = new Map<string, string[]>()
    for (const { subject } of await this.listed()) {
      const folder = folderOf(subject).toLowerCase()
      if (subject.kind === 'map' && subject.notes?.length)
        byFolder.set(folder, [...new Set([...(byFolder.get(folder) ?? []), ...subject.notes])])
    }
    return byFolder
  }

  private listed(): Promise<readonly Listed[]> {
    const files = fileNames(this.workspace)
    const of = files.join('\n')
    if (this.known && this.of === of) return this.known
    this.of = of
    this.known = this.read(this.reader(files))
    return this.known
  }

  private async read(install: InstallReader): Promise<readonly Listed[]> {
    const found = await Promise.all(
      this.workspace.parts.families.map(async family =>
        (await subjectsOf(family, install)).map(subject => ({ family: family.id, subject })),
      ),
    )
    return found.flat()
  }
}

async function subjectsOf(family: Family, install: InstallReader): Promise<readonly Subject[]> {
  try {
    return (await family.subjects?.(install)) ?? []
  } catch (error) {
    if (error instanceof StudioError) return [] // a damaged file leaves the lists empty; check reports it
    throw error
  }
}

/** Folder of the first entry; '' at the top. */
function folderOf({ entries: [first = ''] }: Subject): string {
  const file = filePath(first)
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}

function itemOf(workspace: Workspace, family: string, subject: Subject): SubjectItem {
  const { dirt } = workspace
  const { install } = workspace.parts
  const files = [...new Set(subject.entries.map(filePath))]
  const sum = (count: (file: string) => number): number => files.reduce((all, file) => all + count(file), 0)
  return {
    family,
    kind: subject.kind,
    title: subject.title,
    folder: folderOf(subject),
    entries: subject.entries,
    notes: subject.notes ?? [],
    size: sum(file => install.sizeOf(file) ?? 0),
    edits: sum(file => dirt.changedIn(file).length),
    unpacked: sum(file => dirt.unpackedIn(file).length),
  }
}
