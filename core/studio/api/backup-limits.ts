import type { BackupLimits } from './storage'

/** Defaults. */
export const BACKUP_LIMITS: BackupLimits = { minutes: 10, newest: 50, days: 30 }

/** Ranges of the user's choice, both ends included. */
export const BACKUP_RANGES: Readonly<Record<keyof BackupLimits, { readonly min: number; readonly max: number }>> = {
  minutes: { min: 1, max: 24 * 60 },
  newest: { min: 1, max: 1000 },
  days: { min: 0, max: 3650 },
}
