/**
 * Interval of copies of the journal, and which unused copies are kept: a number of the newest ones, and for a number of
 * days the last one of each day.
 */
export interface BackupLimits {
  readonly minutes: number
  readonly newest: number
  readonly days: number
}

/** Disk space of the workspace, in bytes. */
export interface Storage {
  readonly journal: number
  /** Originals and copies of what other programs wrote. */
  readonly backups: number
  readonly backupCount: number
  readonly total: number
}

/** Disk space in bytes before and after a cleanup. */
export interface UpkeepReport {
  readonly before: Storage
  readonly after: Storage
}
