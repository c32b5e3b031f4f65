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
import App from './App.vue'
import { windowPort } from './client'
import { editProbe, offerProbe } from './workspace/probe'
import { useSession } from './workspace/session.store'
import { useWorkspace } from './workspace/workspace.store'

const app = createApp(App).use(createPinia())
const workspace = useWorkspace()
const port = windowPort(state => { void workspace.setConnected(state) })
workspace.attach(port)
offerProbe(editProbe(workspace))
app.mount('#app')
void useSession().begin(port)
