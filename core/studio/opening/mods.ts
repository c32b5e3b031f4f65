import { isRecord, parseJson, StudioError, type FileSystem } from '../../format'
import type { Mod } from '../api/opening'
import { deployerOf, DEPLOYMENTS, MARKER, readDeployment, RECORD } from '../install/deployed'
import type { Host } from '../api/host'
import { JOURNAL } from '../journal/journal-file'
import { ownFolder } from '../install/own-folder'
import type { Session } from '../entries/session'
import { fromText, toText } from '../../format/text-bytes'

interface Known {
  readonly id: string
  readonly name: string
}
interface Registry {
  /** Base of the names of its workspace folders; for an install found at another place, that of its first place. */
  readonly base: string
  readonly active: string
  readonly mods: readonly Known[]
}

/** For an install without a list of mods. */
const first = (base: string): Registry => ({ base, active: '', mods: [{ id: '', name: '' }] })
const LONGEST_NAME = 80
const WORKSPACES = 'workspaces'
/** Result of `workspaceName`, also with the number that `moveMods` adds. */
const BASE = /^[\p{L}\p{N}._-]+-[0-9a-f]{8}(?:-\d+)?$/u

/** Name of an install's first workspace, below the user's data: `Parkan-1a2b3c4d`. */
export function workspaceName(host: Host, subject: string, name: string): string {
  return `${plainName(name)}-${host.hash(fromText(subject)).slice(0, 8)}`
}

/** The name of an install as a file name that every system allows. */
export const plainName = (name: string): string => (name || 'install').replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60)

const folderName = (base: string, id: string): string => (id === '' ? base : `${base}+${id}`)
const folderOf = (host: Host, base: string, id: string): string =>
  host.join(host.userData, `${WORKSPACES}/${folderName(base, id)}`)
const listFile = (base: string): string => `${WORKSPACES}/${base}.mods.json`

/** The workspace that opens with an install: that of its active mod. */
export async function activeFolder(host: Host, base: string): Promise<string> {
  const place = host.join(host.userData, listFile(base))
  const isThere = (await host.resolve(place)).kind === 'file'
  const registry = isThere ? await read(await host.folder(host.userData), base) : first(base)
  return folderOf(host, registry.base, registry.active)
}

/** Reads the list; throws where it is damaged, so that a mod does not open as another one. */
async function read(data: FileSystem, base: string): Promise<Registry> {
  if (!(await data.stat(listFile(base)))) return first(base)
  const json = parseJson(toText(await data.read(listFile(base))))
  const listed: unknown = isRecord(json) ? json['mods'] : undefined
  const mods = Array.isArray(listed)
    ? listed.flatMap((mod: unknown): Known[] => {
        const isMod =
          isRecord(mod) &&
          typeof mod['id'] === 'string' &&
          /^\d{0,6}$/.test(mod['id']) &&
          typeof mod['name'] === 'string'
        return isMod ? [{ id: String(mod['id']), name: String(mod['name']) }] : []
      })
    : []
  const active = isRecord(json) ? json['active'] : undefined
  const named = isRecord(json) ? (json['base'] ?? base) : base
  if (
    typeof named !== 'string' ||
    !BASE.test(named) ||
    typeof active !== 'string' ||
    !mods.some(mod => mod.id === active)
  )
    throw new StudioError('mods.damaged', { file: listFile(base) })
  return { base: named, active, mods }
}

async function write(data: FileSystem, name: string, { base, ...registry }: Registry): Promise<void> {
  await data.write(
    listFile(name),
    fromText(`${JSON.stringify({ version: 1, ...registry, ...(base !== name && { base }) }, null, 2)}\n`),
  )
}

/**
 * Renames the install of workspaces from `from` to `to`. The workspaces stay where they are; another install at the old
 * place gets new ones. `tie` is called for each workspace, for the one in `folder` last, so that an interrupted rename
 * is repeated from the start. A workspace chosen by its folder is renamed alone. Throws StudioError `locate.taken`
 * where an install of the new name has changes of its own.
 */
export async function moveMods(host: Host, { from, to, folder, tie }: Move): Promise<void> {
  const data = await host.folder(host.userData, { create: true })
  const moved = await read(data, from)
  const folders = moved.mods.map(({ id }) => folderOf(host, moved.base, id))
  const isListed = folders.includes(folder) && from !== to
  const there = await read(data, to)
  if (isListed && there.base !== moved.base && (await isUsed(host, there)))
    throw new StudioError('locate.taken', { path: folderOf(host, there.base, there.active) })
  if (!tie) return
  if (isListed) {
    await write(data, to, moved)
    for (const other of folders) if (other !== folder) await tie(other)
  }
  await tie(folder)
  if (isListed) await write(data, from, first(`${from}-${host.now()}`))
}

interface Move {
  readonly from: string
  readonly to: string
  /** The open workspace. */
  readonly folder: string
  /** Absent: nothing is written. */
  readonly tie?: ((folder: string) => Promise<void>) | undefined
}

/** Whether one of its workspaces was ever changed, or has a name. */
async function isUsed(host: Host, { base, mods }: Registry): Promise<boolean> {
  for (const { id, name } of mods) {
    const folder = folderOf(host, base, id)
    const isThere = (await host.resolve(folder)).kind === 'folder'
    if (name !== '' || (isThere && ((await (await host.folder(folder)).stat(JOURNAL))?.size ?? 0) > 0)) return true
  }
  return false
}

/** The mods of the open install: list, create, duplicate, remove. */
export class Mods {
  private constructor(
    private readonly session: Session,
    private readonly data: FileSystem,
    private readonly base: string,
  ) {}

  static async of(session: Session): Promise<Mods> {
    const {
      host,
      workspace: {
        parts: { root, only },
      },
    } = session
    const { path, name } = await host.resolve(only === undefined ? root : host.join(root, only))
    return new Mods(session, await ownFolder(host, host.userData), workspaceName(host, path, name))
  }

  private get host(): Host {
    return this.session.host
  }
  private get present(): string {
    return this.session.workspace.parts.folder
  }

  /** In order of creation; a workspace that was chosen by its folder is not listed. */
  async list(): Promise<readonly Mod[]> {
    const marker = await readDeployment(this.session.workspace.parts.install.files, MARKER)
    const deployer = marker && (await deployerOf(this.host, marker, this.present))
    const { base, mods } = await read(this.data, this.base)
    return Promise.all(
      mods.map(async ({ id, name }): Promise<Mod> => {
        const folder = folderOf(this.host, base, id)
        const journal = await this.data.stat(`${WORKSPACES}/${folderName(base, id)}/${JOURNAL}`)
        return {
          id,
          name,
          folder,
          isActive: folder === this.present,
          isDeployed: folder === deployer,
          time: journal?.modified ?? 0,
        }
      }),
    )
  }

  async add(name: string): Promise<Mod> {
    const registry = await read(this.data, this.base)
    const plain = checked(name, registry)
    const id = String(
      Math.max(1, ...registry.mods.map(mod => Number(mod.id)), await this.highestFolder(registry.base)) + 1,
    )
    await write(this.data, this.base, { ...registry, mods: [...registry.mods, { id, name: plain }] })
    return {
      id,
      name: plain,
      folder: folderOf(this.host, registry.base, id),
      isActive: false,
      isDeployed: false,
      time: 0,
    }
  }

  /** Numbers of mods are not used again while one of their folders exists, in the trash, too. */
  private async highestFolder(base: string): Promise<number> {
    const prefix = `${base}+`
    const numbers = (await this.data.list()).flatMap(({ path }) =>
      path
        .split('/')
        .filter(part => part.startsWith(prefix))
        .map(part => Number(/^\d+/.exec(part.slice(prefix.length))?.[0] ?? 0)),
    )
    return Math.max(0, ...numbers)
  }

  async rename(id: string, name: string): Promise<void> {
    const registry = await read(this.data, this.base)
    await this.need(id)
    const plain = checked(name, { ...registry, mods: registry.mods.filter(mod => mod.id !== id) })
    await write(this.data, this.base, {
      ...registry,
      mods: registry.mods.map(mod => (mod.id === id ? { id, name: plain } : mod)),
    })
  }

  /** Copies the whole history with names and recipes; the deployment stays with the original mod. */
  async duplicate(id: string, name: string): Promise<Mod> {
    const from = await this.need(id)
    const made = await this.add(name)
    const source = await this.host.folder(from.folder, { create: true })
    const target = await this.host.folder(made.folder, { create: true })
    for (const { path } of await source.list()) {
      const isOwn =
        path === RECORD ||
        path === DEPLOYMENTS ||
        path === 'run.json' ||
        path.startsWith('backup/') ||
        path.startsWith('runs/') ||
        /^lock[\w-]*\.json$/.test(path)
      if (!isOwn) await target.write(path, await source.read(path))
    }
    return made
  }

  /**
   * Moves a mod's workspace to the trash folder of the user's data; returns its path. Throws StudioError `mods.active`,
   * `mods.deployed`.
   */
  async remove(id: string): Promise<string> {
    const mod = await this.need(id)
    if (mod.isActive) throw new StudioError('mods.active', { name: mod.name })
    if (mod.isDeployed) throw new StudioError('mods.deployed', { name: mod.name })
    const registry = await read(this.data, this.base)
    const trash = this.host.join(this.host.userData, `trash/${folderName(registry.base, id)}-${this.host.now()}`)
    if ((await this.host.resolve(mod.folder)).kind === 'folder') await this.host.move(mod.folder, trash)
    await write(this.data, this.base, { ...registry, mods: registry.mods.filter(one => one.id !== id) })
    return trash
  }

  /** Makes this mod open with the install. */
  async activate(id: string): Promise<void> {
    const registry = await read(this.data, this.base)
    await this.need(id)
    await write(this.data, this.base, { ...registry, active: id })
  }

  async need(id: string): Promise<Mod> {
    const found = (await this.list()).find(mod => mod.id === id)
    if (!found) throw new StudioError('mods.unknown', { id })
    return found
  }
}

function checked(name: string, { mods }: Registry): string {
  const plain = name.trim()
  if (plain === '' || plain.length > LONGEST_NAME || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(plain))
    throw new StudioError('mods.name', { limit: LONGEST_NAME })
  if (mods.some(mod => mod.name === plain)) throw new StudioError('mods.taken', { name: plain })
  return plain
}
