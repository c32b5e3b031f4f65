import { existsSync } from 'node:fs'
import { FAMILIES, createStudio } from '@areal-studio/core'
import {
  MemoryFiles,
  StudioError,
  type FileSystem,
  type ArchiveCodec,
  type Family,
  type Format,
} from '@areal-studio/core/format'
import type { Host, Studio, StudioApi, WorkspaceInfo } from '@areal-studio/core/studio'
import { answer } from '../service/ipc'
import { createLog, defectText } from '../service/log'
import { isInside, nodeHost } from '../node/node-host'

/** `scratch`: creates no workspace where there is none yet; for verbs that only read. */
export type Use = 'scratch' | 'workspace'

interface Opening {
  readonly userData: string
  /** Where relative paths start. */
  readonly folder: string
  readonly use: Use
  readonly install: string
  readonly workspace: string | undefined
  /** Called before the first call to the studio. */
  readonly follow: (studio: Studio) => void
}

export interface Opened {
  readonly api: StudioApi
  readonly info: WorkspaceInfo
  readonly listen: Studio['listen']
}

/** Opens an install in a studio of this process, with the same checks of calls as for a window. */
export async function openStudio({ userData, folder, use, install, workspace, follow }: Opening): Promise<Opened> {
  const machine = nodeHost(userData, folder)
  const host = use === 'scratch' && workspace === undefined ? scratchHost(machine) : machine
  const studio = createStudio({ host, families: FAMILIES })
  follow(studio)
  const api = through(studio.api, userData)
  const info = await api.open(install, workspace === undefined ? undefined : { workspace })
  return { api, info, listen: studio.listen }
}

/** Every call passes `answer` with its check of arguments; a defect is logged and thrown as an error. */
function through(api: StudioApi, userData: string): StudioApi {
  const methods = { ...api }
  const note = (error: unknown, method: string): void =>
    createLog(userData).note(`defect in ${method}: ${defectText(error)}`)
  return new Proxy(api, {
    // `then` is no method: `await` on the studio would call it.
    get: (_, name) =>
      name === 'then'
        ? undefined
        : async (...args: unknown[]): Promise<unknown> => {
            const reply = await answer(methods, String(name), args, note)
            if (reply.ok) return reply.value
            throw new StudioError(reply.code, reply.params, reply.where)
          },
  })
}

/** A host with workspaces in memory where there are none on disk yet, so that reading verbs leave nothing behind. */
function scratchHost(host: Host): Host {
  const scratch = new Map<string, FileSystem>()
  return {
    ...host,
    folder: (path, options) => {
      if (existsSync(path) || !isInside(host.userData, path)) return host.folder(path, options)
      const files = scratch.get(path) ?? new MemoryFiles({}, { root: path })
      scratch.set(path, files)
      return Promise.resolve(files)
    },
  }
}

/** A file kind by its id. Throws StudioError `format.unknown`. */
export function formatNamed(id: string): Format {
  const format = formats().find(known => known.id === id)
  if (!format)
    throw new StudioError('format.unknown', {
      format: id,
      known: formats()
        .map(known => known.id)
        .join(', '),
    })
  return format
}

let families: readonly Family[] = []

/**
 * Loads every family, once, with its messages: verbs that print formats need all of them, with or without an install.
 * One that cannot be loaded is left out; `open` reports it.
 */
export async function loadFamilies(): Promise<readonly Family[]> {
  const loaded = await Promise.allSettled(FAMILIES.map(family => family.load()))
  families = loaded.flatMap(one => (one.status === 'fulfilled' ? one.value : []))
  return families
}

export const formats = (): readonly Format[] => families.flatMap(family => family.formats)

/** The codec of an archive's format; undefined for other formats. */
export const archiveCodec = (format: string | undefined): ArchiveCodec | undefined =>
  formats().find(known => known.id === format)?.archive
