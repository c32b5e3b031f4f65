import '@fontsource/inter/latin-400.css'
import '@fontsource/inter/latin-500.css'
import '@fontsource/inter/latin-600.css'
import '@fontsource/inter/cyrillic-400.css'
import '@fontsource/inter/cyrillic-500.css'
import '@fontsource/inter/cyrillic-600.css'
import '@fontsource/jetbrains-mono/latin-400.css'
import '@fontsource/jetbrains-mono/latin-700.css'
import '@fontsource/jetbrains-mono/cyrillic-400.css'
import 'dockview-vue/dist/styles/dockview.css'
import './theme.css'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { StudioError } from '@areal-studio/core/format'
import type { StudioApi } from '@areal-studio/core/studio'
import App from './App.vue'
import type { AskedPort } from './prefetch'
import { connect, type ConnectionState, type HostApi, type Settings } from '../state/client'
import { editProbe, offerProbe } from '../state/edit-probe'
import { moveFromBrowser, rememberWith } from '../state/remembered'
import { selectionProbe } from '../state/selection-probe'
import { useSelection } from '../state/selection.store'
import { useSession } from '../state/session.store'
import { everyWindow } from '../state/windows'
import { useWorkspace } from '../state/workspace.store'

/** A host that is slow to answer does not keep the window from showing itself. */
const PATIENCE = 1500
/** Most times that a repeated defect is logged. */
const MOST_NOTED = 100

/** Writes uncaught errors to the log; the console shows them too. */
function noteDefects(report: (words: string) => Promise<void>): void {
  let noted = 0
  const note = (error: unknown): void => {
    if (noted++ >= MOST_NOTED) return
    void report(error instanceof Error ? (error.stack ?? error.message) : String(error)).catch(() => undefined)
  }
  window.addEventListener('error', event => {
    if (event.error !== undefined && event.error !== null) note(event.error)
  })
  window.addEventListener('unhandledrejection', event => note(event.reason))
}

/** Sends choices to a host; once more where the host was started again meanwhile and did not get them. */
async function keepChange(send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (error instanceof StudioError && error.code === 'connection.lost') await send().catch(() => undefined)
  }
}

/** Shows the window on a studio. `listen` registers the callback for changes of the connection. */
export async function show(port: AskedPort, listen: (hear: (state: ConnectionState) => void) => void): Promise<void> {
  const host = connect<HostApi & Pick<StudioApi, 'info'>>(port)
  const patience = new Promise<null>(resolve => {
    window.setTimeout(() => resolve(null), PATIENCE)
  })
  const inTime = <T>(asked: Promise<T>): Promise<T | null> => Promise.race([asked.catch(() => null), patience])
  const [settings, present] = await Promise.all([inTime(host.settings()), inTime(host.info())])
  // What is remembered is JSON: it came from JSON or goes there.
  rememberWith(settings ?? {}, change => void keepChange(() => host.setSettings(change as Settings)))
  if (settings) moveFromBrowser()
  noteDefects(words => host.report(words))
  const app = createApp(App).use(createPinia())
  app.config.errorHandler = error => reportError(error)
  const workspace = useWorkspace()
  workspace.attach(port, everyWindow)
  listen(state => {
    void workspace.setConnected(state)
  })
  offerProbe(editProbe(workspace))
  offerProbe(selectionProbe(useSelection()))
  // What is open already is the first screen: no start page is built before it.
  if (present) await workspace.resume(present)
  else port.forget()
  app.mount('#app')
  await useSession().begin(port)
  port.forget()
}
