import { usePreferredColorScheme, usePreferredContrast, usePreferredReducedMotion } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, watch, watchSyncEffect } from 'vue'
import { BACKUP_LIMITS, BACKUP_RANGES, type BackupLimits } from '@areal-studio/core/studio'
import { CATALOGUES, createText, type Language, type Text, type TextParams } from '@areal-studio/core/messages'
import { keptChoice } from './remembered'
import { windows } from './windows'

export type Theme = 'system' | 'dark' | 'light' | 'contrast'
export const THEMES: readonly Theme[] = ['dark', 'light', 'contrast', 'system']
/** Handling of new releases, and their channel. */
export const UPDATE_MODES = ['off', 'notify', 'automatic'] as const
export const CHANNELS = ['stable', 'beta'] as const
/** When Run lists the files before it writes them: for each new set of changes, always, never. */
export const RUN_LISTS = ['changes', 'always', 'never'] as const
/** Whether entries in lists have small pictures. */
export const THUMBNAILS = ['on', 'off'] as const
export const LANGUAGES: readonly Language[] = ['en', 'ru']
/** Name of each language in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский' }

/** Translates sentences without params once: menus and labels repeat them. */
function remembering(text: Text): Text {
  const said = new Map<string, string>()
  return {
    ...text,
    say(key, params) {
      if (params || !text.has(key)) return text.say(key, params) // those of a family are added when it is loaded
      const known = said.get(key) ?? text.say(key)
      said.set(key, known)
      return known
    },
  }
}

const TEXTS = { en: remembering(createText('en', CATALOGUES)), ru: remembering(createText('ru', CATALOGUES)) }
/** The browser's language: `Intl` would load the rules of its locale, 10 ms of the start. */
const systemLanguage = (): Language => (navigator.language.startsWith('ru') ? 'ru' : 'en')
const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find(known => known === value)

/** Limits of the window's scale in per cent, and the step of a key. */
export const SCALES = { least: 75, most: 200, step: 25, usual: 100 } as const
const scaleOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= SCALES.least && value <= SCALES.most ? Math.round(value) : undefined

/**
 * Limits of the size of arrows, handles and compass on the map, in per cent; at the least their targets are 24 pixels.
 */
export const GIZMO_SIZES = { least: 100, most: 200, step: 25, usual: 100 } as const
const gizmoOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= GIZMO_SIZES.least && value <= GIZMO_SIZES.most ? Math.round(value) : undefined

/** Whether the interface is animated. */
export const MOTIONS = ['system', 'reduce', 'full'] as const

/** How the mouse moves the camera: factors of the usual speed, and inverted axes. */
export interface PointerChoices {
  readonly turn: number
  readonly pan: number
  readonly zoom: number
  readonly fly: number
  /** Inverts up and down of looking and turning. */
  readonly isInverted: boolean
  readonly isPanInverted: boolean
  readonly isZoomInverted: boolean
  /** Z and C roll the camera while flying; else the horizon stays level. */
  readonly isRollFree: boolean
}
const USUAL_POINTER: PointerChoices = {
  turn: 1,
  pan: 1,
  zoom: 1,
  fly: 1,
  isInverted: false,
  isPanInverted: false,
  isZoomInverted: false,
  isRollFree: false,
}
const factorOf = (value: unknown): number => (typeof value === 'number' && value >= 0.1 && value <= 5 ? value : 1)
function pointerOf(value: unknown): PointerChoices | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { turn, pan, zoom, fly, isInverted, isPanInverted, isZoomInverted, isRollFree } = value as Partial<
    Record<keyof PointerChoices, unknown>
  >
  return {
    turn: factorOf(turn),
    pan: factorOf(pan),
    zoom: factorOf(zoom),
    fly: factorOf(fly),
    isInverted: isInverted === true,
    isPanInverted: isPanInverted === true,
    isZoomInverted: isZoomInverted === true,
    isRollFree: isRollFree === true,
  }
}

/** Numbers out of range are replaced by the defaults, as where the copies are made. */
function backupsOf(value: unknown): BackupLimits | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Partial<Record<keyof BackupLimits, unknown>>
  const limit = (name: keyof BackupLimits): number => {
    const [number, { min, max }] = [given[name], BACKUP_RANGES[name]]
    return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
      ? number
      : BACKUP_LIMITS[name]
  }
  return { minutes: limit('minutes'), newest: limit('newest'), days: limit('days') }
}

/** The user's settings, kept for the next start; changes take effect immediately. */
export const useSettings = defineStore('settings', () => {
  const language = keptChoice('language', value => oneOf(LANGUAGES, value), systemLanguage)
  const theme = keptChoice(
    'theme',
    value => oneOf(THEMES, value),
    (): Theme => 'dark',
  )
  const scheme = usePreferredColorScheme()
  const contrast = usePreferredContrast()
  const motion = keptChoice(
    'motion',
    value => oneOf(MOTIONS, value),
    (): (typeof MOTIONS)[number] => 'system',
  )
  const systemMotion = usePreferredReducedMotion()
  const shown = computed<Exclude<Theme, 'system'>>(() => {
    if (theme.value !== 'system') return theme.value
    if (contrast.value === 'more') return 'contrast'
    return scheme.value === 'light' ? 'light' : 'dark'
  })
  return {
    language,
    theme,
    motion,
    scale: keptChoice('scale', scaleOf, () => SCALES.usual),
    updates: keptChoice(
      'updates',
      value => oneOf(UPDATE_MODES, value),
      (): (typeof UPDATE_MODES)[number] => 'off',
    ),
    channel: keptChoice(
      'channel',
      value => oneOf(CHANNELS, value),
      (): (typeof CHANNELS)[number] => 'stable',
    ),
    runList: keptChoice(
      'runList',
      value => oneOf(RUN_LISTS, value),
      (): (typeof RUN_LISTS)[number] => 'changes',
    ),
    thumbnails: keptChoice(
      'thumbnails',
      value => oneOf(THUMBNAILS, value),
      (): (typeof THUMBNAILS)[number] => 'on',
    ),
    pointer: keptChoice('pointer', pointerOf, () => USUAL_POINTER),
    backups: keptChoice('backups', backupsOf, () => BACKUP_LIMITS),
    gizmo: keptChoice('gizmo', gizmoOf, () => GIZMO_SIZES.usual),
    /** Whether animations are off: `system` resolved. */
    isStill: computed(
      () => motion.value === 'reduce' || (motion.value === 'system' && systemMotion.value === 'reduce'),
    ),
    /** The theme shown: `system` resolved. */
    shown,
    text: computed(() => TEXTS[language.value]),
  }
})

/** Whether the window itself can be scaled; a browser scales by itself. */
export const CAN_ZOOM = typeof window !== 'undefined' && window.arealBridge !== undefined

/** Applies theme, size and language to the pages of all windows. Called once. */
export function useThemedPages(): void {
  const settings = useSettings()
  const pages = computed(() => windows.value.map(({ document }) => document.documentElement))
  watchSyncEffect(() => {
    for (const page of pages.value) page.dataset['theme'] = settings.shown
  })
  watch(
    () => settings.scale,
    scale => window.arealBridge?.zoom(scale / 100),
    { immediate: true },
  )
  watchSyncEffect(() => {
    for (const page of pages.value) setStill(page, settings.isStill)
  })
  watchSyncEffect(() => {
    for (const page of pages.value) page.lang = settings.language
  })
}

/** A page without animations. The rule is added only then: a rule for every element makes each restyle slower. */
function setStill(page: HTMLElement, isStill: boolean): void {
  page.dataset['motion'] = isStill ? 'reduce' : 'full'
  page.querySelector('style[data-still]')?.remove()
  if (!isStill) return
  const style = page.ownerDocument.createElement('style')
  style.dataset['still'] = ''
  style.textContent = '*, *::before, *::after { transition: none !important; animation: none !important; }'
  page.append(style)
}

/** Key of a sentence, with a noun where the catalogue has it. */
const keyOf = (text: { has(key: string): boolean }, noun: string | undefined, key: string): string =>
  noun !== undefined && text.has(`${key}.${noun}`) ? `${key}.${noun}` : key

export function useText() {
  const settings = useSettings()
  const numbers = computed(() => new Intl.NumberFormat(settings.language))
  return {
    say: (key: string, params?: TextParams): string => settings.text.say(key, params),
    has: (key: string): boolean => settings.text.has(key),
    /** A sentence about records with a noun: `key.noun` where the catalogue has that, else `key`. */
    sayOf: (noun: string | undefined, key: string, params?: TextParams): string =>
      settings.text.say(keyOf(settings.text, noun, key), params),
    keyOf: (noun: string | undefined, key: string): string => keyOf(settings.text, noun, key),
    /** A count in the user's language: `1,050`. Hex, JSON and fields stay neutral. */
    number: (value: number): string => numbers.value.format(value),
    /** A rounded number in the user's language: `2.1`, `2,1`. */
    decimal: (value: number, digits: number): string => settings.text.decimal(value, digits),
    time: (milliseconds: number): string =>
      new Intl.DateTimeFormat(settings.language, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(
        milliseconds,
      ),
    date: (milliseconds: number): string =>
      new Intl.DateTimeFormat(settings.language, {
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
      }).format(milliseconds),
  }
}

/** Sentences of another language: the palette finds commands by both names. */
export const textOf = (language: Language) => TEXTS[language]
