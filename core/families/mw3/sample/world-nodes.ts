import type { Value } from '../../../layout'
import { Camera, Display, Lod, Object3d, Window } from '../gamez/node-classes'
import { NodeSlot } from '../gamez/nodes'
import { approximateSqrt, partitionDiagonal } from '../rules/derived-floats'
import { CLASS } from '../rules/node-indices'
import { POINTER, record } from './records'

type Point = readonly [x: number, y: number, z: number]

/** A node of the sample: fields of its slot, and its data. */
export interface SampleNode {
  readonly slot: Value
  readonly data: Value
}

const NO_DATA: Value = { parent_indices: [], child_indices: [] }
const ENGINE_FLAGS = 0x0108001c
const present = (list: readonly unknown[]): number => (list.length > 0 ? POINTER : 0)
const ALL_ZONES = 255

interface Slot {
  readonly name: string
  readonly kind: number
  readonly flags: number
  readonly parents?: readonly number[]
  readonly children?: readonly number[]
  readonly update_flags?: number
  readonly model_index?: number
  readonly box?: readonly [min: Point, max: Point]
}

function slotOf({ name, kind, flags, parents = [], children = [], box, ...more }: Slot): Value {
  const isPlaced = kind === CLASS.object3d || kind === CLASS.lod || kind === CLASS.empty
  return {
    ...record(NodeSlot, {
      flags,
      update_flags: more.update_flags ?? (isPlaced ? 1 : 0),
      zone_id: ALL_ZONES,
      node_class: kind,
      data_ptr: kind === CLASS.empty ? 0 : POINTER,
      model_index: more.model_index ?? -1,
      action_priority: 1,
      area_partition_x: -1,
      area_partition_z: -1,
      parent_count: parents.length,
      parent_array_ptr: present(parents),
      child_count: children.length,
      child_array_ptr: present(children),
      field_196: isPlaced ? 160 : 0,
      ...(box && { node_bbox_min: box[0], node_bbox_max: box[1] }),
      ...(kind === CLASS.lod && box && { child_bbox_min: box[0], child_bbox_max: box[1] }),
    }),
    name,
    link: 0,
  }
}

const node = (slot: Slot, class_data: Value): SampleNode => ({
  slot: slotOf(slot),
  data: { class_data, parent_indices: slot.parents ?? [], child_indices: slot.children ?? [] },
})

/** A free slot, zero but for its model (mw3 7.2). */
export const freeNode = (): SampleNode => ({
  slot: { ...record(NodeSlot, { model_index: -1 }), link: 0 },
  data: NO_DATA,
})

export const camera = (): SampleNode => {
  const fov = 0.6
  const half = Math.fround(fov / 2)
  const cot = Math.fround(1 / Math.tan(half))
  return node(
    { name: 'camera1', kind: CLASS.camera, flags: ENGINE_FLAGS },
    record(Camera, {
      window_index: 1,
      focus_node_xy: -1,
      focus_node_xz: -1,
      clip_near: 1,
      clip_far: 3000,
      lod_multiplier: 1,
      lod_mul_inv_sq: 1,
      fov_h_scale: 1,
      fov_v_scale: 1,
      fov_h_base: fov,
      fov_v_base: fov,
      fov_h_scaled: fov,
      fov_v_scaled: fov,
      fov_h_half: half,
      fov_v_half: half,
      clip_recalc: 1,
      fov_recalc: 1,
      rotate_recalc: 1,
      fov_h_cot: cot,
      fov_v_cot: cot,
      zone_set: 0xffffff00,
    }),
  )
}

export const windowNode = (): SampleNode =>
  node(
    { name: 'window1', kind: CLASS.window, flags: ENGINE_FLAGS },
    record(Window, { resolution_x: 320, resolution_y: 200, buffer_index: -1 }),
  )

export const displayNode = (): SampleNode =>
  node(
    { name: 'display', kind: CLASS.display, flags: ENGINE_FLAGS },
    record(Display, { resolution_x: 640, resolution_y: 400, clear_color: [0.392, 0.392, 1] }),
  )

/** The sun, a child of nothing that names the world as its parent (mw3 8.4). */
export function sunlight(): SampleNode {
  const [near, far] = [1, 5000]
  const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0)
  return node(
    {
      name: 'sunlight',
      kind: CLASS.light,
      flags: 0x0108011c,
      box: [
        [1, 1, -2],
        [2, 2, -1],
      ],
    },
    {
      orientation: [0.4, -0.8, 0.4],
      translate: [0, 0, 0],
      euler_angles: [0, 0, 0],
      world_translate: [0, 0, 0],
      transform: zeros(12),
      world_point_source: [0, 0, 0],
      field_108: zeros(3),
      camera_point_source: [0, 0, 0],
      world_view_vector: [0, 1, 0],
      camera_view_vector: [0, 0, 0],
      diffuse: 0.75,
      ambient: 0.25,
      color: [1, 1, 1],
      flags: 0x38b,
      range_near: near,
      range_far: far,
      range_near_sq: near * near,
      range_far_sq: far * far,
      range_inv: 1 / (far - near),
      parent_count: 1,
      parent_ptr: POINTER,
      light_parents: [0],
    },
  )
}

interface Placed {
  readonly name: string
  readonly parents: readonly number[]
  readonly children?: readonly number[]
  readonly model?: number
  readonly at?: Point
}

/** An object that is moved but not turned; at the origin it is marked as identity (mw3 8.6). */
export function object({ name, parents, children = [], model, at }: Placed): SampleNode {
  const [x, y, z] = at ?? [0, 0, 0]
  const flags = 0x0308001c | (model === undefined ? 0 : 0x200)
  const slot: Slot = {
    name,
    kind: CLASS.object3d,
    flags,
    parents,
    children,
    ...(model !== undefined && { model_index: model }),
  }
  return node(
    slot,
    record(Object3d, {
      flags: at ? 0x20 : 0x28,
      scale: [1, 1, 1],
      // The exporter writes −0 where the sine of the angle 0 is negated (mw3 9).
      transform: [1, 0, 0, 0, 1, 0, 0, at ? -0 : 0, 1, x, y, z],
    }),
  )
}

/** Width of a cell of the ground (mw3 8.8). */
const CELL = 256

/** A level of detail, drawn between two distances. */
export function lod(name: string, parent: number, child: number, near: number, far: number, level: number): SampleNode {
  const box: readonly [Point, Point] = [
    [-20, 0, -20],
    [20, 30, 20],
  ]
  return node(
    { name, kind: CLASS.lod, flags: 0x0108051c, parents: [parent], children: [child], box },
    record(Lod, { level, range_near_sq: near * near, range_far: far, range_far_sq: far * far, field_68: 1 }),
  )
}

/** A marker without data: the word behind it is its parent (mw3 7.1). */
export const marker = (name: string, parent: number): SampleNode => ({
  slot: { ...(slotOf({ name, kind: CLASS.empty, flags: 0x0108001c }) as Record<string, Value>), link: parent },
  data: NO_DATA,
})

/** Fields of the world that are the same in every one (mw3 8.7). */
const WORLD_CONSTANTS = {
  flags: 0,
  area_partition_used: 0,
  area_partition_ptr: POINTER,
  fog_type: 1,
  fog_color: [0, 0, 0],
  fog_range_near: 0,
  fog_range_far: 0,
  fog_altitude_high: 0,
  fog_altitude_low: 0,
  fog_density: 0,
  partition_max_dec_feature_count: 16,
  virtual_partition: 1,
  virt_partition_x_min: 1,
  virt_partition_z_min: 1,
  virt_partition_x_size: CELL,
  virt_partition_z_size: -CELL,
  virt_partition_x_half: CELL / 2,
  virt_partition_z_half: -CELL / 2,
  virt_partition_x_inv: 1 / CELL,
  virt_partition_z_inv: -1 / CELL,
  virt_partition_diag: approximateSqrt(2 * CELL * CELL) * -0.5,
  partition_inclusion_tol_low: 3,
  partition_inclusion_tol_high: 3,
  virt_partition_ptr: POINTER,
  field_148: 1,
  field_152: 1,
  field_156: 1,
  light_count: 1,
  light_nodes_ptr: POINTER,
  light_data_ptr: POINTER,
  sound_count: 0,
  sound_nodes_ptr: 0,
  sound_data_ptr: 0,
  field_184: 0,
  sound_indices: [],
}

/** Heights of every cell of the sample. */
const [LOW, HIGH] = [0, 30]

/** A cell whose corner of smallest x and largest z is at (x, z) (mw3 8.8). */
const partition = (x: number, z: number, node_indices: readonly number[]): Value => ({
  flags: 0x100,
  field_4: -1,
  x,
  z,
  min: [x, LOW, z - CELL],
  max: [x + CELL, HIGH, z],
  mid: [x + CELL / 2, (LOW + HIGH) / 2, z - CELL / 2],
  diagonal: partitionDiagonal(LOW, HIGH),
  field_56: 0,
  node_count: node_indices.length,
  nodes_ptr: present(node_indices),
  field_64: 0,
  field_68: 0,
  node_indices,
})

/** The world: a square of cells around the origin; `inCells` are the nodes of each cell (mw3 8.7). */
export function world(
  cells: number,
  children: readonly number[],
  sun: number,
  inCells: readonly (readonly number[])[],
): SampleNode {
  const half = (cells * CELL) / 2
  return node(
    { name: 'world1', kind: CLASS.world, flags: ENGINE_FLAGS, children },
    {
      ...WORLD_CONSTANTS,
      area_partition_count: cells * cells,
      area_left: -half,
      area_bottom: half,
      area_width: 2 * half,
      area_height: -2 * half,
      area_right: half,
      area_top: -half,
      virt_partition_x_max: cells - 1,
      virt_partition_z_max: cells - 1,
      virt_partition_x_count: cells,
      virt_partition_z_count: cells,
      light_indices: [sun],
      partitions: inCells.map((nodes, cell) =>
        partition(-half + CELL * (cell % cells), half - CELL * Math.floor(cell / cells), nodes),
      ),
    },
  )
}
