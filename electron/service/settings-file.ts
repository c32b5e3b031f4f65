import { own } from '@areal-studio/core/layout'
import { z } from 'zod'
import { StudioError, type FileSystem, type Words } from '@areal-studio/core/format'
import { BACKUP_LIMITS, BACKUP_RANGES, type BackupLimits } from '@areal-studio/core/studio'
import type { Settings } from './host-api'
import { CHANNELS, UPDATE_MODES } from './release'

const SETTINGS_FILE = 'settings.json'
const BROKEN_FILE = 'settings.json.bad'
const VERSION = 1

const keys = z.array(z.string().max(64)).max(8)
/** Factor of the usual speed. */
const factor = z.number().min(0.1).max(5).optional()
const whole = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max).optional()

/** Members of a settings file; unknown ones are kept as they are. */
const SCHEMA = z.looseObject({
  version: z.int().min(1).optional(),
  language: z.enum(['en', 'ru']).optional(),
  theme: z.enum(['system', 'dark', 'light', 'contrast']).optional(),
  /** Size of the whole window, in per cent. */
  scale: z.int().min(75).max(200).optional(),
  /** Whether the interface is animated; `system`: as set in the operating system. */
  motion: z.enum(['system', 'reduce', 'full']).optional(),
  /** Size of the arrows, the handles and the compass of the map, in per cent. */
  gizmo: z.int().min(100).max(200).optional(),
  /** Handling of new releases, and their channel; see release.ts. */
  updates: z.enum(UPDATE_MODES).optional(),
  channel: z.enum(CHANNELS).optional(),
  /** When Run lists the files before it writes them: for each new set of changes, always, never. */
  runList: z.enum(['changes', 'always', 'never']).optional(),
  /** How often the journal is copied, in minutes, and how many copies are kept; see BackupLimits. */
  backups: z
    .looseObject({
      minutes: whole(BACKUP_RANGES.minutes),
      newest: whole(BACKUP_RANGES.newest),
      days: whole(BACKUP_RANGES.days),
    })
    .optional(),
  keymap: z
    .looseObject({
      preset: z.enum(['studio', 'blender', 'trenchbroom', 'noggit', 'maya', 'left-handed', 'one-handed']).optional(),
      keys: z.record(z.string().max(100), keys).optional(),
    })
    .optional(),
  pointer: z
    .looseObject({
      turn: factor,
      pan: factor,
      zoom: factor,
      fly: factor,
      isInverted: z.boolean().optional(),
      isPanInverted: z.boolean().optional(),
      isZoomInverted: z.boolean().optional(),
      isRollFree: z.boolean().optional(),
    })
    .optional(),
})
const SHAPES: Readonly<Record<string, z.ZodType>> = SCHEMA.shape
const json: z.ZodType<Settings> = z.lazy(() => z.record(z.string(), value))
const value: z.ZodType<Settings[string]> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(value), z.record(z.string(), value)]),
)

/** Settings of backups, with their defaults. */
export function backupLimitsOf(settings: Settings): BackupLimits {
  const { minutes, newest, days } = SCHEMA.shape.backups.safeParse(settings['backups']).data ?? {}
  return {
    minutes: minutes ?? BACKUP_LIMITS.minutes,
    newest: newest ?? BACKUP_LIMITS.newest,
    days: days ?? BACKUP_LIMITS.days,
  }
}

/** Whether a name is a choice of the user, kept in the settings file, and not a state of the window. */
export const isSetting = (name: string): boolean => Object.hasOwn(SHAPES, name)

/**
 * One readable file of settings in a folder. Reading returns the valid values; an invalid one stays in the file and is
 * reported in `notices`. A file that is not JSON is renamed, never silently replaced.
 */
export class SettingsFile {
  private pending: Words[] = []

  constructor(private readonly files: () => Promise<FileSystem>) {}

  /** Faults found since the last call. */
  notices(): readonly Words[] {
    const pending = this.pending
    this.pending = []
    return pending
  }

  /** Everything in the file, valid or not; with the version where there is one. Throws StudioError `file.…`. */
  async all(): Promise<Settings> {
    const text = await this.text()
    if (text === undefined) return {}
    const found = parsed(text)
    if (found) return found
    await this.setAside(text)
    return {}
  }

  /** The valid settings; empty where the file cannot be read or renamed. */
  async read(): Promise<Settings> {
    const all = await this.all().catch((error: unknown) => this.unread(error))
    const wrong = Object.keys(all).filter(
      name => isSetting(name) && own(SHAPES, name)?.safeParse(own(all, name)).success === false,
    )
    for (const name of wrong) this.tell({ code: 'notice.settings-wrong', params: { name, file: SETTINGS_FILE } })
    return Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'version' && !wrong.includes(name)))
  }

  /** Replaces these settings; null removes one. All others stay. */
  async change(change: Settings): Promise<void> {
    const all: Settings = { version: VERSION, ...(await this.all()), ...change }
    await this.write(
      `${JSON.stringify(Object.fromEntries(Object.entries(all).filter(([, one]) => one !== null)), null, 2)}\n`,
    )
  }

  /** The text of the file for an editor; a template if there is none. */
  async shown(): Promise<string> {
    return (await this.text()) ?? `${JSON.stringify({ version: VERSION }, null, 2)}\n`
  }

  /** Replaces the whole text, from an editor. Throws StudioError `settings.malformed`, `settings.wrong`. */
  async replace(text: string): Promise<void> {
    const found = parsed(text)
    if (!found) throw new StudioError('settings.malformed', { reason: mistake(text) })
    const checked = SCHEMA.safeParse(found)
    const issue = checked.error?.issues[0]
    if (issue) throw new StudioError('settings.wrong', { name: issue.path.join('.'), reason: issue.message })
    await this.write(text.endsWith('\n') ? text : `${text}\n`)
  }

  private unread(error: unknown): Settings {
    if (!(error instanceof StudioError)) throw error
    this.tell({
      code: 'notice.settings-unread',
      params: { file: SETTINGS_FILE, reason: error.params['reason'] ?? error.code },
    })
    return {}
  }

  private tell(words: Words): void {
    if (!this.pending.some(other => JSON.stringify(other) === JSON.stringify(words))) this.pending.push(words)
  }

  private async text(): Promise<string | undefined> {
    try {
      return new TextDecoder().decode(await (await this.files()).read(SETTINGS_FILE))
    } catch (error) {
      if (error instanceof StudioError && error.code === 'file.missing') return undefined
      throw error
    }
  }

  private async setAside(text: string): Promise<void> {
    const files = await this.files()
    await files.write(BROKEN_FILE, new TextEncoder().encode(text))
    await files.remove(SETTINGS_FILE)
    this.tell({ code: 'notice.settings-aside', params: { file: SETTINGS_FILE, aside: BROKEN_FILE } })
  }

  private async write(text: string): Promise<void> {
    await (await this.files()).write(SETTINGS_FILE, new TextEncoder().encode(text))
  }
}

function parsed(text: string): Settings | undefined {
  try {
    const found = json.safeParse(JSON.parse(text))
    return found.success ? found.data : undefined
  } catch {
    return undefined
  }
}

function mistake(text: string): string {
  try {
    JSON.parse(text)
    return '{ }'
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}
