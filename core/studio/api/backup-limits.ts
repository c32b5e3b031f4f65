import type { BackupLimits } from './storage'

/** Where the user chose nothing. */
export const BACKUP_LIMITS: BackupLimits = { minutes: 10, newest: 50, days: 30 }

/** What a user may choose, both ends with it. */
export const BACKUP_RANGES: Readonly<Record<keyof BackupLimits, { readonly min: number; readonly max: number }>> = {
  minutes: { min: 1, max: 24 * 60 },
  newest: { min: 1, max: 1000 },
  days: { min: 0, max: 3650 },
}
