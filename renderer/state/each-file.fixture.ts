import { createPinia, setActivePinia } from 'pinia'
import { afterAll, vi } from 'vitest'
import { clearErrors, notices } from './notices'
import { keepNow, rememberWith } from './remembered'

// Test files share the modules of the window: what one leaves in them is taken back before the next.

/** Node 20 has none. */
vi.stubGlobal('navigator', { language: 'en' })
setActivePinia(createPinia())
keepNow()
rememberWith({}, () => undefined)
notices.value = []
clearErrors()

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
