import {
  StudioError,
  type EntryPath,
  type Paint,
  type PaintsOptions,
  type Params,
  type Picture,
  type SceneItem,
  type Words,
} from '@areal-studio/core/format'
import type { Work } from '../../state/worker/serve-worker'
import { findPaints, findSubjectScene, type SubjectScene } from './scene-source'

/** Requests to the scene worker: the scene of an entry, or paints of surfaces and models. */
export type SceneRequest = { readonly kind: 'scene'; readonly entry: EntryPath } | PaintsRequest

interface PaintsRequest {
  readonly kind: 'paints'
  readonly entries: readonly EntryPath[]
  readonly options?: PaintsOptions
}

/** What the worker computed, and from which entries. `scene` is null where nothing of the entry can be drawn. */
export type SceneResult =
  | { readonly kind: 'scene'; readonly scene: SceneBuilt | null }
  | {
      readonly kind: 'paints'
      readonly tables: readonly (readonly [entry: EntryPath, table: readonly Paint[]])[]
      readonly read: readonly EntryPath[]
      readonly failures: readonly PaintsFailure[]
    }

/** Why an entry has no paints: the parts of a StudioError, which is no plain data. */
export interface PaintsFailure {
  readonly code: string
  readonly params: Params
  readonly where: EntryPath | undefined
}

interface SceneBuilt {
  readonly items: readonly SceneItem[]
  readonly others: readonly EntryPath[]
  readonly notes: readonly Words[]
  readonly read: readonly EntryPath[]
}

/** The ground of a map, ready before the rest of its scene. */
export type ScenePart = readonly SceneItem[]

/** Computes a request of the window from the entries of the host. Throws the errors of the studio. */
export async function runSceneRequest(request: SceneRequest, work: Work<ScenePart>): Promise<SceneResult> {
  if (request.kind === 'paints') return paintsOf(request, work)
  const found = await findSubjectScene(work.host, request.entry, work.part)
  return { kind: 'scene', scene: found ? built(found) : null }
}

const built = ({ items, others, notes, read }: SubjectScene): SceneBuilt => ({
  items,
  others: [...others],
  notes,
  read: [...read],
})

async function paintsOf({ entries, options }: PaintsRequest, { host }: Work<ScenePart>): Promise<SceneResult> {
  const failures: PaintsFailure[] = []
  const failed = (error: unknown): undefined => {
    if (!(error instanceof StudioError)) throw error
    failures.push({ code: error.code, params: error.params, where: error.where })
  }
  const found = await Promise.all(
    entries.map(async entry => ({ entry, paints: await findPaints(host, entry, options).catch(failed) })),
  )
  const once = picturesOnce()
  return {
    kind: 'paints',
    tables: found.flatMap(({ entry, paints }) => (paints ? [[entry, paints.table.map(once)] as const] : [])),
    read: [...new Set(found.flatMap(({ paints }) => [...(paints?.read ?? [])]))],
    failures,
  }
}

/** Replaces equal pictures by one of them: a picture that many models are painted with is sent once. */
function picturesOnce(): (paint: Paint) => Paint {
  const known = new Map<string, Picture[]>()
  const sameAs = (picture: Picture): Picture => {
    const key = `${picture.width} ${picture.height} ${sumOf(picture.pixels)}`
    const like = known.get(key) ?? []
    known.set(key, like)
    const found = like.find(one => isSame(one.pixels, picture.pixels))
    if (!found) like.push(picture)
    return found ?? picture
  }
  const once = (paint: Paint): Paint => ({
    ...paint,
    ...(paint.picture && { picture: sameAs(paint.picture) }),
    ...(paint.detail && { detail: once(paint.detail) }),
    ...(paint.phases && {
      phases: paint.phases.map(phase => (phase.picture ? { ...phase, picture: sameAs(phase.picture) } : phase)),
    }),
  })
  return once
}

function sumOf(bytes: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 61) sum = (Math.imul(sum, 31) + (bytes[at] ?? 0)) | 0
  return sum
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one === other || (one.length === other.length && one.every((byte, at) => byte === other[at]))
