/**
 * Trusted Types policies that make HTML or script addresses from text: those of the window
 * (renderer/state/trusted-types.ts), of Vue and of Monaco's sanitizer.
 */
const TRUSTED_TYPES = ['default', 'monaco', 'vue', 'dompurify']

/** The content policy of the window, one for both hosts. Monaco needs inline styles; nothing needs eval. */
export const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${TRUSTED_TYPES.join(' ')}`,
].join('; ')

/** Sent with every file of the window. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
}

/** The window's own scheme: a page of `file:` would have too many rights. */
export const SCHEME = 'areal'
export const WINDOW_URL = `${SCHEME}://studio/index.html`
/** The empty page of popped-out panes: the only one that the window may open. */
export const POP_OUT_URL = `${SCHEME}://studio/popout.html`

/** Restrictions of the window: no Node, a sandbox, a context separate from the preload's. */
export const WEB_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  // Compiled scripts are cached from the first start on, not only after frequent use.
  v8CacheOptions: 'bypassHeatCheck',
} as const

/** The one permission of the window: to write text to the clipboard. */
export const GRANTED = 'clipboard-sanitized-write'
/** Requests that the window must never make, independent of its content policy. */
export const FOREIGN_ADDRESSES = [
  'http://*/*',
  'https://*/*',
  'ws://*/*',
  'wss://*/*',
  'ftp://*/*',
  'file://*/*',
] as const

/** File name of the built preload, beside the built main: a sandboxed window loads CommonJS only. */
export const PRELOAD = 'preload.cjs'
export const WINDOW_SIZE = { width: 1600, height: 1000, minWidth: 900, minHeight: 600 } as const
/** Colour before the first paint: the ground of the dark theme. */
export const BACKGROUND = '#15181d'

/** Channels of the preload. */
export const CALL_CHANNEL = 'areal:call'
export const EVENT_CHANNEL = 'areal:event'
/** Brings the main process a port of a worker of the window; also the message that brings the window the other end. */
export const PORT_CHANNEL = 'areal:port'

/** Whether an address is of the window's own files. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === `${SCHEME}:` && url.host === 'studio'
}

/** Whether an address is of content that the window itself made, to be saved as a file. */
export const isOwnContent = (address: string): boolean => address.startsWith(`blob:${SCHEME}://studio/`)
