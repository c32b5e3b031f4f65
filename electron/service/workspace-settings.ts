import { StudioError, type FileSystem, type Words } from '@areal-studio/core/format'
import type { Settings } from './host-api'
import { SettingsFile, isSetting } from './settings-file'

/** Settings of the user only: network access, and what is kept on disk. */
const OWN: ReadonlySet<string> = new Set(['updates', 'channel', 'backups'])

/** Settings of the open workspace: a file like the user's own, in the folder of the workspace. They take precedence. */
export class WorkspaceSettings {
  private pending: Words[] = []

  /** `folder`: that of the open workspace, undefined where none is. */
  constructor(private readonly folder: () => Promise<FileSystem | undefined>) {}

  async read(): Promise<Settings> {
    const folder = await this.existingFolder()
    if (!folder) return {}
    const file = new SettingsFile(() => Promise.resolve(folder))
    const found = await file.read()
    for (const notice of file.notices()) this.pending.push(notice)
    return Object.fromEntries(Object.entries(found).filter(([name]) => isSetting(name) && !OWN.has(name)))
  }

  /** Throws StudioError `studio.nothing-open`. */
  async shown(): Promise<string> {
    return (await this.file()).shown()
  }

  /** Throws StudioError `studio.nothing-open`, `settings.malformed`, `settings.wrong`, `file.…`. */
  async replace(text: string): Promise<Settings> {
    await (await this.file()).replace(text)
    return this.read()
  }

  /** Faults found since the last call. */
  notices(): readonly Words[] {
    return this.pending.splice(0)
  }

  /** A workspace that could not be created has no folder and no settings. */
  private async existingFolder(): Promise<FileSystem | undefined> {
    try {
      return await this.folder()
    } catch (error) {
      if (error instanceof StudioError && error.code === 'file.missing') return undefined
      throw error
    }
  }

  private async file(): Promise<SettingsFile> {
    const folder = await this.folder()
    if (!folder) throw new StudioError('studio.nothing-open')
    return new SettingsFile(() => Promise.resolve(folder))
  }
}
