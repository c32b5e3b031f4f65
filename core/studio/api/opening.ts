/** A folder that may be the missing install, against what its workspace knows of the install's files. */
export interface LocateReport {
  /** Absolute, links resolved: to be opened once the workspace is tied to it. */
  readonly install: string
  /** How many files the workspace knows: those that were edited or deployed. */
  readonly known: number
  /** Those of them that are neither the original nor what was deployed, and those that are not there. */
  readonly different: readonly string[]
  readonly absent: readonly string[]
}

/** One of several changes to one install, each with a workspace of its own. */
export interface Mod {
  /** '' is the first one, whose workspace has the install's own name. */
  readonly id: string
  /** '' where nobody named it yet. */
  readonly name: string
  /** Absolute path of its workspace. */
  readonly folder: string
  /** The one that is open when the install is. */
  readonly isActive: boolean
  /** The one that the game has now. */
  readonly isDeployed: boolean
  /** Milliseconds since 1970 of its last change; 0: nothing was changed yet. */
  readonly time: number
}
