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

/** The address where it is a built script of this window, else null, which refuses it. */
const createScriptURL = (address: string): string | null => {
  const { protocol, host, pathname } = new URL(address, location.href)
  const isHere = protocol === location.protocol && host === location.host
  return isHere && /^\/assets\/[\w.-]+\.js$/.test(pathname) ? address : null
}

/**
 * The policy for plain text that the page hands to a place that runs scripts: workers of the window itself may start.
 * It makes neither HTML nor scripts, so both are refused. Once, before anything else runs.
 */
export function guardScripts(): void {
  factory()?.createPolicy('default', { createScriptURL })
}

let editor: Policy | undefined

/** The policy of the text editor, which draws its lines as HTML; one for all its parts. Undefined where the browser needs none. */
export function editorPolicy(): Policy | undefined {
  editor ??= factory()?.createPolicy('monaco', { createHTML: text => text, createScriptURL })
  return editor
}
