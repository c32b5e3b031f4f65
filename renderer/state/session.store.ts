import { defineStore } from 'pinia'
import { computed, shallowRef, watch, type ShallowRef } from 'vue'
import { StudioError } from '@areal-studio/core/format'
import { connect, type HostApi, type HostInfo, type Recent, type Settings, type WindowPort } from './client'
import { notify, refuse } from './notices'
import { graphicsName } from './graphics'
import { saveText } from './user-file'
import { keepNow, relearn, remember, remembered, rule } from './remembered'
import { useDeploy } from './deploy.store'
import { useSettings } from './settings.store'
import { windowAtWork } from './windows'
import { useWorkspace } from './workspace.store'

/** Owner of a settings file: the user, or the open workspace. */
export type SettingsOwner = 'user' | 'workspace'

/** Shorter work shows no progress, in milliseconds. */
const NOTICED = 300
/** Setting that the first start is over. */
const WELCOMED = 'welcomed'

/** Files that identify a game: its program, a project. */
const OPENED = /\.(?:exe|areal)$/i

/** What a folder dialog is opened for, by catalogue keys. */
interface FolderQuestion {
  readonly title: string
  readonly use: string
  /** Files are listed too, and one of them is the answer. */
  readonly isFile?: boolean
  /** Where it begins. */
  readonly from?: string
}

/** Whether an install is being opened, and its job where that takes long. */
function useOpening() {
  const workspace = useWorkspace()
  const isOpening = shallowRef(false)
  const isLong = shallowRef(false)
  watch(isOpening, (now, _, onNext) => {
    const timer = now
      ? setTimeout(() => {
          isLong.value = true
        }, NOTICED)
      : undefined
    onNext(() => {
      clearTimeout(timer)
      isLong.value = false
    })
  })
  /** The job of an opening that takes long. */
  const opening = computed(() =>
    isLong.value ? workspace.jobs.findLast(job => job.words.code === 'job.open' && job.state === 'running') : undefined,
  )
  return { isOpening, opening }
}

/** Questions for a folder or file: the host's dialog where it has one, else the window's own. */
function useFolderDialog(hostInfo: Readonly<ShallowRef<HostInfo | null>>, host: () => HostApi) {
  const workspace = useWorkspace()
  /** The window's own folder dialog is open, because the host has none. */
  const isBrowsing = shallowRef(false)
  /** The purpose of the folder, if it is not to be opened: title and button of the dialog. */
  const asked = shallowRef<FolderQuestion | null>(null)
  let answer: ((path: string | null) => void) | undefined

  /** Opens a folder dialog with texts by catalogue keys; null if it was cancelled. */
  async function askFolder(question = { title: 'ui.browse.into', use: 'ui.browse.use-this' }): Promise<string | null> {
    if (hostInfo.value?.hasFolderDialog) return (await workspace.attempt(() => host().pickFolder())) ?? null
    asked.value = question
    isBrowsing.value = true
    return new Promise(resolve => {
      answer = resolve
    })
  }

  /** The same for a file, always in the window's own dialog; `from` is the folder to begin in. */
  async function askFile(
    question: { readonly title: string; readonly use: string },
    from?: string,
  ): Promise<string | null> {
    asked.value = { ...question, isFile: true, ...(from !== undefined && { from }) }
    isBrowsing.value = true
    return new Promise(resolve => {
      answer = resolve
    })
  }

  function answerFolder(path: string | null): void {
    asked.value = null
    isBrowsing.value = false
    answer?.(path)
    answer = undefined
  }

  return { isBrowsing, asked, askFolder, askFile, answerFolder }
}

/** Settings that the host keeps, of the user and of the open workspace, and what the host reports about them. */
function useHostSettings(host: () => HostApi) {
  const workspace = useWorkspace()
  /** Names of the settings of the open workspace, which take precedence over the user's. */
  const ruled = shallowRef<readonly string[]>([])

  function takeRules(values: Settings): void {
    ruled.value = Object.keys(values)
    rule(values)
  }

  async function readRules(): Promise<void> {
    takeRules(workspace.isOpen ? ((await workspace.attempt(() => host().workspaceSettings())) ?? {}) : {})
    await tellNotices()
  }

  async function tellRelease(): Promise<void> {
    const release = await workspace.attempt(() => host().newerRelease())
    if (!release) return
    const params = { version: release.version, notes: release.notes[useSettings().language] }
    const path =
      useSettings().updates === 'automatic' ? await workspace.attempt(() => host().fetchRelease()) : undefined
    notify(
      path ? { code: 'notice.release-fetched', params: { ...params, path } } : { code: 'notice.release', params },
      'info',
    )
  }

  async function tellNotices(): Promise<void> {
    for (const words of (await workspace.attempt(() => host().settingsNotices())) ?? []) notify(words, 'warning')
  }

  function settingsText(whose: SettingsOwner): Promise<string> {
    keepNow()
    return whose === 'user' ? host().settingsText() : host().workspaceSettingsText()
  }

  /** Throws where the text is not valid. */
  async function setSettingsText(whose: SettingsOwner, text: string): Promise<void> {
    keepNow()
    if (whose === 'user') relearn(await host().setSettingsText(text))
    else takeRules(await host().setWorkspaceSettingsText(text))
  }

  return { ruled, readRules, tellRelease, settingsText, setSettingsText }
}

interface InstallsHost {
  readonly hostInfo: Readonly<ShallowRef<HostInfo | null>>
  readonly host: () => HostApi
  /** The window's own folder dialog. */
  readonly isBrowsing: ShallowRef<boolean>
  /** '' where the host does not reveal paths. */
  readonly pathOf: (file: File) => string
}

/** Opens installs: by path, the sample, chosen, dropped; and those that were opened before. */
function useInstalls({ hostInfo, host, isBrowsing, pathOf }: InstallsHost) {
  const workspace = useWorkspace()
  const deploy = useDeploy()
  const recents = shallowRef<readonly Recent[]>([])
  const { isOpening, opening } = useOpening()

  /** The path or sample that the command line names, else the project that was opened last, else the sample. */
  async function openAtStart(path: string, sample: string | null = null): Promise<void> {
    if (path === '' && sample !== null) return openSample(sample)
    const known = path === '' ? ((await workspace.attempt(() => host().recents())) ?? []) : []
    const last = known.toSorted((a, b) => b.time - a.time)[0]?.path
    if (path === '' && last === undefined) await openSample()
    else await open(path || (last ?? ''))
  }

  async function refreshRecents(): Promise<void> {
    recents.value = (await workspace.attempt(() => host().recents())) ?? []
  }

  async function open(path: string): Promise<boolean> {
    isOpening.value = true
    deploy.forget()
    const isOpen = await workspace.open(path)
    isOpening.value = false
    if (isOpen) void refreshRecents()
    return isOpen
  }

  /** Cancels opening; the previous workspace stays open. */
  async function stopOpening(): Promise<void> {
    const id = opening.value?.id
    if (id !== undefined) await workspace.attempt(() => workspace.studio.cancel(id))
  }

  /** The sample install of a family, else of the first one. */
  async function openSample(family?: string): Promise<void> {
    isOpening.value = true
    const path = await workspace.attempt(() => host().sample(family))
    if (path !== undefined) await open(path)
    isOpening.value = false
  }

  async function chooseFolder(): Promise<void> {
    if (!hostInfo.value?.hasFolderDialog) {
      isBrowsing.value = true
      return
    }
    const path = await workspace.attempt(() => host().pickFolder())
    if (path) await open(path)
  }

  /**
   * Opens a dropped folder, file or game program (its folder); a browser does not reveal its path, so a dialog follows.
   */
  async function openDropped(files: readonly File[], isFolder = false): Promise<void> {
    if (files.length > 1) return refuse(new StudioError('drop.many', { n: files.length }))
    const [file] = files
    const path = file && pathOf(file)
    // Any file opens alone, where the window knows its path and nothing else is open.
    if (file && !isFolder && !OPENED.test(file.name) && (workspace.isOpen || !path))
      return refuse(new StudioError('drop.no-game', { name: file.name }))
    if (path) await open(path.replace(/[\\/][^\\/]+\.exe$/i, ''))
    else if (files.length > 0) await chooseFolder()
  }

  /** Shows the start page; the workspace stays as it is on disk. */
  function close(): void {
    workspace.leave()
    deploy.forget()
    void refreshRecents()
  }

  async function setRecent(path: string, change: { isPinned?: boolean; isForgotten?: boolean }): Promise<void> {
    recents.value = (await workspace.attempt(() => host().setRecent(path, change))) ?? recents.value
  }

  return {
    ...{ recents, isOpening, opening, openAtStart, open, stopOpening, openSample, openDropped, chooseFolder },
    ...{ close, setRecent, refreshRecents },
  }
}

/** The host around the studio: what was open before, folders to choose from, the end of the program. */
export const useSession = defineStore('session', () => {
  const workspace = useWorkspace()
  const hostInfo = shallowRef<HostInfo | null>(null)
  const isStarting = shallowRef(true)
  /** First start of the program: a dialog offers language, game and keys, once. */
  const isFirst = shallowRef(false)
  const hasQuit = shallowRef(false)
  let api: HostApi | undefined
  let pathOf: (file: File) => string = () => ''

  const host = (): HostApi => {
    if (!api) throw new Error('the session has no port yet')
    return api
  }

  const folders = useFolderDialog(hostInfo, host)
  const settings = useHostSettings(host)
  const installs = useInstalls({ hostInfo, host, isBrowsing: folders.isBrowsing, pathOf: file => pathOf(file) })

  /** Shows the workspace that the studio has open; else the start page. */
  async function begin(port: WindowPort): Promise<void> {
    api = connect<HostApi>(port)
    pathOf = port.pathOf
    port.onOpenPath(path => void installs.open(path))
    await workspace.resume()
    hostInfo.value = (await workspace.attempt(() => host().hostInfo())) ?? null
    const isNothingGiven = hostInfo.value?.path === '' && hostInfo.value.sample === null
    isFirst.value = !workspace.isOpen && isNothingGiven && (await isFirstStart())
    if (!workspace.isOpen && hostInfo.value) await installs.openAtStart(hostInfo.value.path, hostInfo.value.sample)
    isStarting.value = false
    await installs.refreshRecents()
    watch(
      () => workspace.info?.workspace,
      () => void settings.readRules(),
      { immediate: true },
    )
    if (useSettings().updates !== 'off') await settings.tellRelease()
  }

  /** Nothing was chosen and nothing was opened yet. */
  async function isFirstStart(): Promise<boolean> {
    if (remembered('language') !== undefined || remembered(WELCOMED) !== undefined) return false
    return (await workspace.attempt(() => host().recents()))?.length === 0
  }
  watch(isFirst, now => {
    if (!now) remember(WELCOMED, true)
  })

  /** Copies the text for a report of a defect to the clipboard; saves it as a file where that is refused. */
  async function copyReport(): Promise<void> {
    const text = await workspace.attempt(() => host().supportReport(graphicsName()))
    if (text === undefined) return
    await windowAtWork()
      .navigator.clipboard.writeText(text)
      .then(
        () => notify({ code: 'notice.report-copied', params: {} }, 'ok'),
        () => saveText('areal-studio-report.txt', text),
      )
  }

  async function quit(): Promise<void> {
    await workspace.settled()
    hasQuit.value = true
    await workspace.attempt(() => host().quit())
  }

  return {
    hostInfo,
    recents: installs.recents,
    ruled: settings.ruled,
    isStarting,
    isOpening: installs.isOpening,
    opening: installs.opening,
    isFirst,
    isBrowsing: folders.isBrowsing,
    asked: folders.asked,
    hasQuit,
    askFolder: folders.askFolder,
    askFile: folders.askFile,
    answerFolder: folders.answerFolder,
    begin,
    open: installs.open,
    stopOpening: installs.stopOpening,
    openSample: installs.openSample,
    openDropped: installs.openDropped,
    chooseFolder: installs.chooseFolder,
    close: installs.close,
    setRecent: installs.setRecent,
    refreshRecents: installs.refreshRecents,
    ...{ quit, copyReport },
    settingsText: settings.settingsText,
    setSettingsText: settings.setSettingsText,
    browse: (path?: string) => host().browse(path),
    /** Games found on this computer, and those that have a sample install. */
    installs: () => host().installs(),
    samples: () => host().samples(),
    /** The newest lines of the log, oldest first. */
    log: () => host().log(),
  }
})
