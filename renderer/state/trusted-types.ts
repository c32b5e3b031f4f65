/** The part of Trusted Types that is used here; absent in browsers without them. */
interface Rules {
  readonly createHTML?: (text: string) => string
  readonly createScriptURL?: (address: string) => string | null
}
export interface Policy {
  readonly name: string
  createHTML(text: string): unknown
  createScriptURL(address: string): unknown
}
interface Factory {
  createPolicy(name: string, rules: Rules): Policy
}

const factory = (): Factory | undefined => (globalThis as { trustedTypes?: Factory }).trustedTypes

/** The address of a built script of this window; null, which refuses it, for any other. */
const createScriptURL = (address: string): string | null => {
  const { protocol, host, pathname } = new URL(address, location.href)
  const isHere = protocol === location.protocol && host === location.host
  return isHere && /^\/assets\/[\w.-]+\.js$/.test(pathname) ? address : null
}

/**
 * Installs the default policy for text that the page passes to script sinks: workers of the window itself may start;
 * HTML and scripts are refused. To be called once, before anything else runs.
 */
export function guardScripts(): void {
  factory()?.createPolicy('default', { createScriptURL })
}

let editor: Policy | undefined

/**
 * The policy of the text editor, which draws its lines as HTML; one for all its parts. Undefined where the browser
 * needs none.
 */
export function editorPolicy(): Policy | undefined {
  editor ??= factory()?.createPolicy('monaco', { createHTML: text => text, createScriptURL })
  return editor
}
