import { describe, expect, it } from 'vitest'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { LIMITS, median, percentile, table } from './figures'
import { arraysOf, decodeByLayouts, decodeByLoop } from './map-columns'

const files = new Map(
  sampleInstall({ maps: [{ name: 'SC_1', seed: 3, tiles: 4, areals: 60 }] }).map(({ path, bytes }) => [path, bytes]),
)
const bytesOf = (path: string): Uint8Array => files.get(path) ?? new Uint8Array(0)

describe('bench', () => {
  it('reads the same columns by the layouts and by hand', () => {
    const map = { msh: bytesOf('DATA/MAPS/SC_1/Land.msh'), map: bytesOf('DATA/MAPS/SC_1/Land.map') }
    const byLoop = arraysOf(decodeByLoop(map))
    expect(arraysOf(decodeByLayouts(map))).toEqual(expect.arrayContaining(byLoop))
    expect(byLoop.every(([, array]) => array.length > 0)).toBe(true)
    expect(byLoop.find(([name]) => name === 'class_id')?.[1]).toHaveLength(60)
  })

  it('tells the share of values below a percentile', () => {
    const values = Array.from({ length: 40 }, (_, at) => 40 - at)
    expect([percentile(values, 0.95), median(values), percentile([7], 0.95)]).toEqual([38, 20, 7])
  })

  it('says which limit is kept, missed or not measured', () => {
    const told = table(
      { decode_vs_loop: 1.5, open_vs_read: 4, edit_ms_p95: null, read_ms: 3 },
      { edit_ms_p95: 'no Chromium' },
    )
    expect(told).toMatch(/decode_vs_loop\s+1\.50 {2}<= 2 {2}ok/)
    expect(told).toMatch(/open_vs_read\s+4\.00 {2}<= 3 {2}MISSED/)
    expect(told).toMatch(/edit_ms_p95\s+not measured {2}\(no Chromium\)/)
    expect(Object.keys(LIMITS)).toEqual([
      'decode_vs_loop',
      'open_vs_read',
      'detect_vs_list',
      'edit_ms_p95',
      'bulk_1050_ms',
      'frame_vs_bare',
      'overlay_ms',
      'pick_ms',
      'draw_calls',
      'map_open_vs_bare',
      'undo_bulk_ms',
      'query_maps_ms',
      'query_set_ms',
      'pack_vs_copy',
      'memory_vs_bytes',
      'selection_ms_p95',
      'find_host_delay_p99_ms',
      'find_window_delay_p99_ms',
      'find_cancel_ms',
      'filter_60k_ms_p95',
      'start_vs_empty',
      'archive_list_doubling',
      'archive_check_doubling',
      'archive_prove_doubling',
      'archive_find_doubling',
      'archive_extract_doubling',
      'archive_edit_doubling',
      'archive_remove_doubling',
      'archive_add_doubling',
      'tree_locates_ms_per_mb',
      'tree_descent_ms_per_mb',
      'paired_walk_vs_hand',
      'paired_edit_ms',
      'derived_insert_ms',
      'derived_first_insert_ms',
      'derived_line_kb',
      'derived_patch_ms',
      'derived_bulk_1050_ms',
      'gamez_walk_vs_hand',
      'gamez_edit_ms',
      'gamez_vertex_ms',
      'gamez_patch_ms',
      'gamez_memory_vs_limit',
      'library_list_17000_ms',
      'library_lzss_256k_ms',
      'library_edit_task_ms',
      'library_pack_vs_copy',
      'islands_list_17000_ms',
      'islands_list_doubling',
      'islands_pack_17000_ms',
      'islands_map_locates_ms_per_mb',
      'islands_map_descent_ms_per_mb',
      'islands_map_field_ms',
      'islands_map_name_ms',
      'walkmesh_layout_vs_inflate',
      'walkmesh_rules_ms',
      'walkmesh_bake_ms',
      'walkmesh_stroke_bake_ms',
      'walkmesh_megatile_json_kb',
      'walkmesh_set_ms',
      'walkmesh_frame_vs_bare',
      'walkmesh_stroke_shown_ms',
      'walkmesh_stroke_frames',
      'references_index_ms',
      'references_blocked_ms',
      'references_kept_ms',
      'references_jump_ms',
      'references_rename_ms',
      'convert_400_png_ms',
      'convert_glb_ms',
      'convert_preview_ms',
      'model_pose_ms',
      'model_blend_ms',
      'model_window_pose_ms',
      'texture_shown_ms',
      'instances_frame_vs_bare',
      'mission_open_vs_map',
      'mission_task_vs_limit',
    ])
  })
})
