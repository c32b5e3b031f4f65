import { homedir } from 'node:os'
import { join } from 'node:path'
import { FAMILIES, createStudio } from '@areal-studio/core'
import { StudioError, type Words } from '@areal-studio/core/format'
import type { Host, Reply, StudioApi, StudioEvents } from '@areal-studio/core/studio'
import { browse } from './browse'
import type { HostApi, HostInfo, Settings } from './host-api'
import { answer, type NoteRefusal } from './ipc'
import { findInstalls } from './find-installs'
import { createLog, defectText, type Log } from './log'
import { nodeHost } from '../node/node-host'
import { version } from './program'
import { Remembered } from './remembered'
import { backupLimitsOf } from './settings-file'
import { SessionMarker } from './session-marker'
import { familyWithSample, sampleInstallFolder, samplesOf } from './sample-install'
import { supportReport } from './support-report'
import { CHANNELS, UPDATE_MODES, type Release } from './release'
import { UPDATE_FEED, fetchRelease, newerRelease } from './updates'
import { keepFilesPrivate, keepPrivate } from '../node/user-data'
import { watchFolders } from './watch'
import { WorkspaceSettings } from './workspace-settings'

interface ServiceOptions {
  readonly kind: HostInfo['kind']
  readonly userData: string
  /** Path to open, absolute; '' = what was opened last, or the sample. */
  readonly path: string
  /** See `HostInfo.sample`. */
  readonly sample?: string | undefined
  readonly pickFolder?: () => Promise<string | null>
  /** The program crashed repeatedly: see `HostInfo.isSafe`. */
  readonly isSafe?: boolean
  readonly quit: () => void
}

/** Number of log lines that a window shows. */
const LOG_LINES = 2000
const EVENTS = Object.keys({
  commit: true,
  info: true,
  proof: true,
  job: true,
  found: true,
  dictionary: true,
  marks: true,
  outside: true,
  gameOutput: true,
} satisfies Record<keyof StudioEvents, true>) as (keyof StudioEvents)[]

/** One studio with the methods of its host, served by method name to any number of windows. */
export interface Service {
  readonly log: Log
  readonly remembered: Remembered
  call(method: string, args: readonly unknown[]): Promise<Reply>
  listen(handler: (event: string, payload: unknown) => void): () => void
  /** To be called before the program ends. */
  close(): Promise<void>
}

export function createService(options: ServiceOptions): Service {
  keepPrivate(options.userData)
  keepFilesPrivate(options.userData)
  const log = createLog(options.userData)
  const session = new SessionMarker(options.userData)
  for (const killed of session.begin())
    log.note(`the session of process ${killed.process}, begun ${killed.started}, ended without closing`, 'warning')
  const host = {
    ...nodeHost(options.userData),
    defect: (error: unknown, place: string) => log.note(`${place}: ${defectText(error)}`),
  }
  const remembered = new Remembered(
    () => host.folder(options.userData, { create: true }),
    () => host.now(),
  )
  const studio = createStudio({
    host,
    families: FAMILIES,
    watch: watchFolders(error => log.note(`watching: ${defectText(error)}`)),
    backupLimits: async () => backupLimitsOf(await remembered.settings()),
  })
  const workspaceSettings = new WorkspaceSettings(async () => {
    const folder = (await studio.api.info())?.workspace
    return folder === undefined ? undefined : host.folder(folder)
  })
  /** Sent once: a window queries at every start and every workspace. */
  const safeNotices = options.isSafe === true ? [{ code: 'notice.safe-mode', params: {} }] : []
  let isUnkeptTold = false
  const methods: StudioApi & HostApi = {
    ...own(studio.api),
    ...hostMethods(options, remembered, log),
    workspaceSettings: () => workspaceSettings.read(),
    workspaceSettingsText: () => workspaceSettings.shown(),
    setWorkspaceSettingsText: text => workspaceSettings.replace(text),
    settingsNotices: async () => {
      const unkept = isUnkeptTold ? [] : await unkeptNotices(host)
      isUnkeptTold ||= unkept.length > 0
      const found = [
        ...(await remembered.notices()),
        ...workspaceSettings.notices(),
        ...safeNotices.splice(0),
        ...unkept,
      ]
      for (const words of found) log.note(`settings: ${printed(words)}`, 'warning')
      return found
    },
    supportReport: async graphics => supportReport(hostInfo(options), graphics, await studio.api.info(), log),
    async open(folder, chosen) {
      const info = await studio.api.open(folder, chosen)
      const moved = info.notices.find(({ code }) => code === 'notice.install-moved')
      if (moved) await remembered.moved(String(moved.params['from']), info.install)
      await remembered.opened(info.install, info.title)
      return info
    },
    async launch(chosen) {
      const report = await studio.api.launch(chosen)
      if (report.exitCode !== 0)
        log.note(
          `the game ended with ${report.exitCode ?? report.signal ?? 'no exit code'}: ${JSON.stringify(report.command)}`,
          'warning',
        )
      for (const words of report.notices) log.note(`launch: ${printed(words)}`, 'warning')
      return report
    },
    async locate(folder, chosen) {
      const before = await studio.api.info()
      const report = await studio.api.locate(folder, chosen)
      if (before && !chosen.dryRun) await remembered.moved(before.install, report.install)
      return report
    },
  }
  const note = (error: unknown, method: string): void => log.note(`defect in ${method}: ${defectText(error)}`)
  const refused = refusals(log)
  return {
    log,
    remembered,
    close: () => {
      session.end() // first: a program that quits does not wait
      return studio.close()
    },
    call: (method, args) => answer(methods, method, args, note, refused),
    listen: handler => {
      const removers = EVENTS.map(event => studio.listen(event, payload => handler(event, payload)))
      return () => {
        for (const remove of removers) remove()
      }
    },
  }
}

const printed = ({
  code,
  params,
}: {
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
}): string => `${code} ${JSON.stringify(params)}`

/** Logs errors, a repeated one once: a window may repeat the same call. */
function refusals(log: Log): NoteRefusal {
  let last = ''
  return (refusal, method) => {
    // A window may list before anything is open, to find that out; what was cancelled was not wanted any more.
    if (refusal.code === 'studio.nothing-open' || refusal.code === 'job.cancelled') return
    const words = `refused ${method}: ${printed(refusal)}`
    if (words !== last) log.note(words, 'warning')
    last = words
  }
}

/** Where the user's data cannot be written, settings, recents and the log end with the program. */
async function unkeptNotices({ userData, folder }: Host): Promise<readonly Words[]> {
  try {
    await (await folder(userData, { create: true })).guardWrite('settings.json')
    return []
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
    return [{ code: 'notice.data-unkept', params: { path: userData } }]
  }
}

/** The studio's methods as own properties, so that `answer` calls these and nothing inherited. */
function own(api: StudioApi): StudioApi {
  return { ...api }
}

function hostMethods(
  options: ServiceOptions,
  remembered: Remembered,
  log: Log,
): Omit<
  HostApi,
  'supportReport' | 'settingsNotices' | 'workspaceSettings' | 'workspaceSettingsText' | 'setWorkspaceSettingsText'
> {
  const samples = new Map<string, Promise<string>>()
  const sample = (id: string | undefined): Promise<string> => {
    const made =
      samples.get(id ?? '') ??
      familyWithSample(FAMILIES, id)
        .then(family => sampleInstallFolder(options.userData, family))
        .catch((error: unknown) => {
          samples.delete(id ?? '')
          throw error
        })
    samples.set(id ?? '', made)
    return made
  }
  let release: Release | null = null
  // The saved layout may cause the crash; the window has a default one.
  const shown = (settings: Settings): Settings => (options.isSafe === true ? { ...settings, layout: null } : settings)
  return {
    hostInfo: () => Promise.resolve(hostInfo(options)),
    pickFolder: () => options.pickFolder?.() ?? Promise.resolve(null),
    browse: path => browse(FAMILIES, path === undefined || path === '' ? homedir() : path),
    samples: () => samplesOf(FAMILIES),
    sample: id => sample(id),
    recents: () => remembered.recents(),
    setRecent: (path, change) => remembered.setRecent(path, change),
    settings: async () => shown(await remembered.settings()),
    setSettings: async change =>
      shown(await remembered.setSettings(options.isSafe === true ? withoutLayout(change) : change)),
    settingsText: () => remembered.settingsText(),
    setSettingsText: text => remembered.setSettingsText(text),
    newerRelease: async () => {
      // From the user's own file: a workspace must not decide what is sent from this computer.
      const { updates, channel } = await remembered.settings()
      release = await newerRelease(
        UPDATE_FEED,
        UPDATE_MODES.find(mode => mode === updates) ?? 'off',
        CHANNELS.find(one => one === channel) ?? 'stable',
        version(),
      )
      return release
    },
    fetchRelease: async () => {
      const { updates } = await remembered.settings()
      if (!release || updates !== 'automatic') return null
      return fetchRelease(
        UPDATE_FEED,
        release,
        `${process.platform}-${process.arch}`,
        join(options.userData, 'updates'),
      )
    },
    installs: () => findInstalls(FAMILIES),
    report: words => Promise.resolve(log.note(`window: ${words}`)),
    log: () => Promise.resolve(log.last(LOG_LINES)),
    quit: () => {
      setTimeout(options.quit, 100)
      return Promise.resolve()
    },
  }
}

/** The layout of a safe start does not replace the saved one; only its removal (null) counts. */
const withoutLayout = (change: Settings): Settings =>
  Object.fromEntries(Object.entries(change).filter(([name, value]) => name !== 'layout' || value === null))

function hostInfo(options: ServiceOptions): HostInfo {
  return {
    kind: options.kind,
    version: version(),
    versions: versions(),
    platform: `${process.platform} ${process.arch}`,
    userData: options.userData,
    path: options.path,
    sample: options.sample ?? null,
    hasFolderDialog: options.pickFolder !== undefined,
    isSafe: options.isSafe === true,
  }
}

function versions(): Readonly<Record<string, string>> {
  const { node = '', electron, chrome } = process.versions
  return { node, ...(electron !== undefined && { electron }), ...(chrome !== undefined && { chrome }) }
}
