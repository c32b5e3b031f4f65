import { useDebounceFn } from '@vueuse/core'
import { computed, shallowRef, type WritableComputedRef } from 'vue'

const PREFIX = 'areal-studio.'
/**
 * Settings change in bursts (a moving camera, a dragged sash); they are sent to the host after this pause, in
 * milliseconds.
 */
const REST = 500

type Values = Readonly<Record<string, unknown>>

/**
 * Values that the host keeps in the user's data; unlike the browser's storage they do not depend on the address of the
 * page.
 */
let kept: Values = {}
/** Settings of the open workspace, which take precedence. */
let ruling: Values = {}
let changes: Values = {}
let keep: (change: Values) => void = () => undefined
const listeners = new Set<() => void>()
const keepSoon = useDebounceFn(keepNow, REST, { maxWait: REST * 4 })

/** Sends pending values to the host now. */
export function keepNow(): void {
  const settled = changes
  changes = {}
  if (Object.keys(settled).length > 0) keep(settled)
}

/** Called once, before any value is read: the kept values, and the function that keeps more (null removes). */
export function rememberWith(known: Values, send: typeof keep): void {
  kept = known
  keep = send
}

/** Moves values of earlier versions from the browser's storage to the host. Not before the kept values are known. */
export function moveFromBrowser(): void {
  for (const name of namesInBrowser()) {
    if (Object.hasOwn(kept, name)) continue
    const value = inBrowser(name)
    if (value !== undefined) remember(name, value)
  }
}

/** Sets values that were changed outside (the settings file was edited); subscribers read them again. */
export function relearn(known: Values): void {
  kept = known
  for (const listener of listeners) listener()
}

/** Sets the settings of the open workspace; empty where none is open. */
export function rule(values: Values): void {
  ruling = values
  for (const listener of listeners) listener()
}

/** The value kept under a name; undefined where there is none or it cannot be read. */
export function remembered(name: string): unknown {
  if (Object.hasOwn(ruling, name)) return ruling[name]
  return Object.hasOwn(kept, name) ? (kept[name] ?? undefined) : inBrowser(name)
}

/**
 * Keeps a value for the next start; undefined removes it. If the storage is full or forbidden, only convenience is
 * lost.
 */
export function remember(name: string, value: unknown): void {
  kept = { ...kept, [name]: value ?? null }
  changes = { ...changes, [name]: value ?? null }
  void keepSoon()
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    return
  }
}

/**
 * A choice of the user: kept when it is set, and read again when the settings file was edited. A setting of the
 * workspace takes precedence. `read` returns undefined for an invalid value.
 */
export function keptChoice<T>(
  name: string,
  read: (value: unknown) => T | undefined,
  usual: () => T,
): WritableComputedRef<T> {
  const value = shallowRef<T>(read(remembered(name)) ?? usual())
  listeners.add(() => {
    value.value = read(remembered(name)) ?? usual()
  })
  return computed({
    get: () => value.value,
    set: next => {
      if (!Object.hasOwn(ruling, name)) value.value = next
      remember(name, next)
    },
  })
}

function inBrowser(name: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function namesInBrowser(): string[] {
  try {
    return Object.keys(localStorage)
      .filter(name => name.startsWith(PREFIX))
      .map(name => name.slice(PREFIX.length))
  } catch {
    return []
  }
}
