/** Figures of `npm run bench`: ratios in one run, and times in milliseconds. Null where it cannot be measured here. */
export type Figures = Record<string, number | null>

/** Limit by figure; figures without one are printed for orientation. */
export const LIMITS: Readonly<Record<string, number>> = {
  decode_vs_loop: 2,
  open_vs_read: 3,
  detect_vs_list: 2,
  edit_ms_p95: 16,
  bulk_1050_ms: 50,
  frame_vs_bare: 1.5,
  overlay_ms: 50,
  pick_ms: 5,
  draw_calls: 40,
  map_open_vs_bare: 3,
  undo_bulk_ms: 300,
  query_maps_ms: 300,
  query_set_ms: 300,
  pack_vs_copy: 3,
  memory_vs_bytes: 3,
  selection_ms_p95: 100,
  find_host_delay_p99_ms: 50,
  find_window_delay_p99_ms: 50,
  find_cancel_ms: 500,
  filter_60k_ms_p95: 50,
  start_vs_empty: 1.5,
  archive_list_doubling: 2.6,
  archive_check_doubling: 2.6,
  archive_prove_doubling: 2.6,
  archive_find_doubling: 2.6,
  archive_extract_doubling: 2.6,
  archive_edit_doubling: 2.6,
  archive_remove_doubling: 2.6,
  archive_add_doubling: 2.6,
  tree_locates_ms_per_mb: 20,
  tree_descent_ms_per_mb: 150,
  paired_walk_vs_hand: 5,
  paired_edit_ms: 50,
  derived_insert_ms: 300,
  derived_first_insert_ms: 300,
  derived_line_kb: 300,
  derived_patch_ms: 2000,
  derived_bulk_1050_ms: 500,
  gamez_walk_vs_hand: 5,
  gamez_edit_ms: 50,
  gamez_vertex_ms: 300,
  gamez_patch_ms: 2000,
  gamez_memory_vs_limit: 1,
  library_list_17000_ms: 100,
  library_lzss_256k_ms: 1000,
  library_edit_task_ms: 50,
  library_pack_vs_copy: 3,
  islands_list_17000_ms: 100,
  islands_list_doubling: 2.6,
  islands_pack_17000_ms: 1000,
  islands_map_locates_ms_per_mb: 20,
  islands_map_descent_ms_per_mb: 150,
  islands_map_field_ms: 16,
  islands_map_name_ms: 16,
  walkmesh_layout_vs_inflate: 5,
  walkmesh_rules_ms: 1000,
  walkmesh_bake_ms: 5000,
  walkmesh_stroke_bake_ms: 300,
  walkmesh_megatile_json_kb: 500,
  walkmesh_set_ms: 3000,
  walkmesh_frame_vs_bare: 1.5,
  walkmesh_stroke_shown_ms: 100,
  walkmesh_stroke_frames: 1,
  references_index_ms: 2000,
  references_blocked_ms: 50,
  references_kept_ms: 500,
  references_jump_ms: 50,
  references_rename_ms: 1000,
  convert_400_png_ms: 5000,
  convert_glb_ms: 2000,
  convert_preview_ms: 1000,
  model_pose_ms: 1,
  model_blend_ms: 1,
  model_window_pose_ms: 1,
  texture_shown_ms: 100,
  instances_frame_vs_bare: 1.5,
  mission_open_vs_map: 2,
  mission_task_vs_limit: 1,
}

/** One part of the bench: its figures, and why one of them is null. */
export interface Measured {
  readonly figures: Figures
  readonly reasons?: Readonly<Record<string, string>>
}

/** Milliseconds of the fastest of `runs`: what the work costs when nothing else disturbs. */
export function best(runs: number, work: () => unknown): number {
  let least = Infinity
  for (let run = 0; run < runs; run++) {
    const begun = performance.now()
    kept = work()
    least = Math.min(least, performance.now() - begun)
  }
  return least
}

/** As `best`, for work that waits. */
export async function bestOf(runs: number, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity
  for (let run = 0; run < runs; run++) {
    const begun = performance.now()
    kept = await work()
    least = Math.min(least, performance.now() - begun)
  }
  return least
}

/** Results are kept until the next, so that no engine may leave the work out. */
export let kept: unknown

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** The figures as lines, limit and verdict beside those that have one. */
export function table(figures: Figures, reasons: Readonly<Record<string, string>>): string {
  return Object.entries(figures)
    .map(([name, value]) => {
      const limit = LIMITS[name]
      const told = value === null ? 'not measured' : shown(value)
      const verdict = limit === undefined || value === null ? '' : `  <= ${limit}  ${value <= limit ? 'ok' : 'MISSED'}`
      const reason = reasons[name] === undefined ? '' : `  (${reasons[name]})`
      return `${name.padEnd(20)}${told.padStart(12)}${verdict}${reason}`
    })
    .join('\n')
}

const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))
