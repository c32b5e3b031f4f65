import { z } from 'zod'
import type { Problem } from '@areal-studio/core/format'
import { CODE_PAGES, type Splice } from '@areal-studio/core/layout'
import { MARK_COLOURS, NAME_KINDS, type StudioApi } from '@areal-studio/core/studio'
import type { HostApi, Setting } from './host-api'

const LONGEST_TEXT = 32_768
const LONGEST_DICTIONARY = 4_000_000
const text = z.string().max(LONGEST_TEXT)
/** Patches and recipes: their own parsers report mistakes. */
const shared = z.string().max(64 * 1024 * 1024)
const count = z.int().min(0)
const params = z.record(text, z.union([text, z.number()]))
const entry = text
/** The form that an entry is written in: `raw`, `json`, or the ending of a file. */
const form = z.string().regex(/^\w{1,16}$/)
const resolution = ['reload', 'keep', 'merge', 'merge=local', 'merge=external', 'mine'] as const
const foreign = z.enum(['refuse', 'theirs', ...resolution])
const choices = z
  .array(z.strictObject({ entry, path: text, side: z.enum(['local', 'external']) }))
  .max(1_000_000)
  .exactOptional()
const range = z.tuple([count, count])
const fitting = { fit: z.enum(['area', 'nearest']).exactOptional() }
const taking = { dryRun: z.boolean(), keepBytes: z.boolean().exactOptional(), expect: text.exactOptional() }

const attributes = z.record(text, z.union([z.number(), text, z.strictObject({ text, tail: text })]))
const edit = z.strictObject({
  entry,
  base: count,
  splices: z.custom<readonly Splice[]>(isSplices),
  attributes: z.strictObject({ before: attributes.nullable(), after: attributes.nullable() }).exactOptional(),
  moves: z.array(z.strictObject({ array: text, at: count, removed: count, inserted: count })).exactOptional(),
})
const transaction = z.strictObject({
  label: z.strictObject({ code: text, params }),
  edits: z.array(edit),
  joins: count.exactOptional(),
})
// A window sends a problem back as it got it: a part of it that is missing here does not compile.
const problem = z.strictObject({
  code: text,
  params,
  severity: z.enum(['error', 'warning', 'info']),
  file: text,
  entry,
  about: entry.exactOptional(),
  path: text.exactOptional(),
  record: z.strictObject({ name: text, path: text }).exactOptional(),
  range: range.exactOptional(),
  fix: z.strictObject({ id: text, params }).exactOptional(),
} satisfies Record<keyof Problem, z.ZodType>)
const profile = z.strictObject({
  executable: text,
  arguments: z.array(text).max(1000),
  folder: text,
  environment: z.record(text, text),
  wrapper: z.array(text).max(100),
  before: z.array(z.array(text).max(1000)).max(100),
  after: z.array(z.array(text).max(1000)).max(100),
})
const setting: z.ZodType<Setting> = z.lazy(() =>
  z.union([text, z.number(), z.boolean(), z.null(), z.array(setting), z.record(text, setting)]),
)

const none = z.tuple([])
const optional = <T extends z.ZodType>(shape: T) => z.tuple([shape.optional()])

const launchOptions = optional(z.strictObject({ map: text.exactOptional(), trust: text.exactOptional() }))

const STUDIO: Record<keyof StudioApi, z.ZodType<unknown[]>> = {
  open: z.tuple([text, z.strictObject({ workspace: text.exactOptional() }).optional()]),
  locate: z.tuple([text, z.strictObject({ dryRun: z.boolean() })]),
  subjects: optional(
    z.strictObject({
      kind: text.exactOptional(),
      text: text.exactOptional(),
      from: count.exactOptional(),
      count: count.exactOptional(),
    }),
  ),
  subjectKinds: optional(text),
  subjectOf: z.tuple([entry]),
  chooseRoot: z.tuple([text, text]),
  codePage: z.tuple([entry]),
  chooseCodePage: z.tuple([entry, z.enum([...CODE_PAGES, ''])]),
  modFolder: none,
  chooseModFolder: z.tuple([text]),
  copyIn: z.tuple([entry, entry.optional()]),
  info: none,
  list: z.tuple([entry.optional(), z.strictObject({ deep: z.boolean().exactOptional() }).optional()]),
  item: z.tuple([entry]),
  read: z.tuple([
    entry,
    z
      .strictObject({
        offset: count.exactOptional(),
        length: count.exactOptional(),
        of: z.enum(['present', 'pristine']).exactOptional(),
      })
      .optional(),
  ]),
  nextEntry: z.tuple([entry]),
  commit: z.tuple([transaction]),
  revert: z.tuple([entry, z.array(range).optional()]),
  repair: z.tuple([problem]),
  undo: none,
  redo: none,
  history: none,
  jump: z.tuple([count]),
  returnFile: z.tuple([entry, count]),
  compare: z.tuple([count]),
  check: optional(entry),
  prove: optional(z.union([entry, z.array(entry)])),
  changes: none,
  differing: z.tuple([entry]),
  query: z.tuple([
    text,
    z.strictObject({
      entry: entry.exactOptional(),
      records: z.custom<Uint32Array>(value => value instanceof Uint32Array).exactOptional(),
    }),
    z.strictObject({ dryRun: z.boolean() }),
  ]),
  incoming: z.tuple([entry, z.instanceof(Uint8Array), z.strictObject({ file: text, ...taking, ...fitting })]),
  incomingFolder: z.tuple([entry, text, z.strictObject(taking)]),
  incomingAll: z.tuple([
    z.array(z.strictObject({ entry, file: text, bytes: z.instanceof(Uint8Array) })).max(10_000),
    z.strictObject(taking),
  ]),
  extract: z.tuple([
    z.array(entry).min(1).max(100_000),
    z.strictObject({
      folder: text,
      as: form,
      hasContents: z.boolean().exactOptional(),
    }),
  ]),
  convert: z.tuple([entry, form]),
  references: z.tuple([entry, text.optional(), z.enum(['uses', 'usedBy']).optional()]),
  thumbnail: z.tuple([entry]),
  pictures: z.tuple([
    entry,
    z
      .strictObject({
        file: z.strictObject({ name: text, bytes: z.instanceof(Uint8Array), ...fitting }).exactOptional(),
      })
      .optional(),
  ]),
  readAll: z.tuple([z.array(entry).max(10_000)]),
  rename: z.tuple([entry, text, z.strictObject({ ...taking, follow: z.boolean() })]),
  operate: z.tuple([
    entry,
    text,
    z.strictObject({
      dryRun: z.boolean(),
      parameters: z.record(text, z.union([text, z.number(), z.boolean()])).exactOptional(),
      records: z.array(count).max(1_000_000).exactOptional(),
      expect: text.exactOptional(),
      read: z
        .array(z.strictObject({ entry, digest: text }))
        .max(100_000)
        .exactOptional(),
    }),
  ]),
  find: z.tuple([
    text,
    z.strictObject({
      kind: z.enum(['name', 'text', 'value', 'bytes']),
      matchCase: z.boolean().exactOptional(),
      whole: z.boolean().exactOptional(),
      pages: z.array(z.enum(CODE_PAGES)).max(CODE_PAGES.length).exactOptional(),
      within: z.array(entry).min(1).exactOptional(),
    }),
  ]),
  recipes: none,
  saveRecipe: z.tuple([z.strictObject({ name: text, text: shared })]),
  forgetRecipe: z.tuple([text]),
  dictionary: none,
  setNames: z.tuple([
    z
      .array(z.strictObject({ kind: z.enum(NAME_KINDS), field: text, number: z.int().exactOptional(), name: text }))
      .max(100_000),
  ]),
  importNames: z.tuple([
    z.string().max(LONGEST_DICTIONARY),
    z.strictObject({ win: z.enum(['mine', 'theirs']), dryRun: z.boolean() }),
  ]),
  seen: z.tuple([text]),
  marks: none,
  setMark: z.tuple([
    z.strictObject({
      id: count.exactOptional(),
      entry,
      path: text.exactOptional(),
      offset: count,
      size: count,
      colour: z.enum(MARK_COLOURS),
      note: text,
    }),
  ]),
  removeMarks: z.tuple([z.array(count).max(100_000)]),
  patch: z.tuple([text]),
  applyPatch: z.tuple([
    shared,
    z.strictObject({
      dryRun: z.boolean(),
      accept: z.union([z.literal('all'), z.array(text).max(100_000)]).exactOptional(),
      strict: z.boolean().exactOptional(),
    }),
  ]),
  recipe: none,
  applyRecipe: z.tuple([
    shared,
    z.strictObject({
      name: text,
      dryRun: z.boolean(),
      skip: z.boolean().exactOptional(),
      entry: entry.exactOptional(),
    }),
  ]),
  overlayZip: none,
  mods: none,
  addMod: z.tuple([text]),
  renameMod: z.tuple([text, text]),
  duplicateMod: z.tuple([text, text]),
  removeMod: z.tuple([text]),
  activateMod: z.tuple([text]),
  modConflicts: z.tuple([text]),
  pack: optional(z.strictObject({ files: z.array(text).max(100_000).exactOptional() })),
  outside: none,
  conflicts: z.tuple([text]),
  settle: z.tuple([z.array(z.strictObject({ file: text, answer: z.enum(resolution), choices })).max(100_000)]),
  plan: none,
  deploy: optional(
    z.strictObject({
      force: z.boolean().exactOptional(),
      foreign: foreign.exactOptional(),
      answers: z
        .array(z.strictObject({ file: text, answer: foreign, choices }))
        .max(100_000)
        .exactOptional(),
    }),
  ),
  restorePlan: none,
  restore: optional(
    z.strictObject({
      foreign: z.enum(['refuse', 'overwrite']).exactOptional(),
      answers: z
        .array(z.strictObject({ file: text, answer: z.enum(['restore', 'keep']) }))
        .max(100_000)
        .exactOptional(),
    }),
  ),
  deployments: none,
  storage: none,
  tidyUp: none,
  profile: none,
  setProfile: z.tuple([profile]),
  launch: launchOptions,
  guardLaunch: launchOptions,
  cancel: z.tuple([count]),
  pause: z.tuple([count, z.boolean()]),
  retryFailed: z.tuple([count]),
}

const HOST: Record<keyof HostApi, z.ZodType<unknown[]>> = {
  hostInfo: none,
  pickFolder: none,
  browse: optional(text),
  samples: none,
  sample: optional(text),
  recents: none,
  setRecent: z.tuple([
    text,
    z.strictObject({ isPinned: z.boolean().exactOptional(), isForgotten: z.boolean().exactOptional() }),
  ]),
  settings: none,
  setSettings: z.tuple([z.record(text, setting)]),
  settingsText: none,
  setSettingsText: z.tuple([z.string().max(1_000_000)]),
  settingsNotices: none,
  workspaceSettings: none,
  workspaceSettingsText: none,
  setWorkspaceSettingsText: z.tuple([z.string().max(1_000_000)]),
  newerRelease: none,
  fetchRelease: none,
  installs: none,
  report: z.tuple([text]),
  log: none,
  supportReport: z.tuple([text]),
  quit: none,
}

/** Checked by hand: a stroke over a map has a thousand splices and more, and the window waits. */
function isSplices(value: unknown): value is readonly Splice[] {
  return (
    Array.isArray(value) &&
    value.every((item: unknown) => {
      if (typeof item !== 'object' || item === null || Object.keys(item).length !== 3) return false
      const { offset, removed, inserted } = item as Partial<Record<keyof Splice, unknown>>
      return (
        Number.isSafeInteger(offset) &&
        Number(offset) >= 0 &&
        removed instanceof Uint8Array &&
        inserted instanceof Uint8Array
      )
    })
  )
}

/**
 * The shape of every method's arguments, by method name; arguments that do not fit are refused before the method is
 * called.
 */
export const ARGUMENTS: Readonly<Record<string, z.ZodType<unknown[]>>> = { ...STUDIO, ...HOST }
