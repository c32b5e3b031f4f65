import { table } from './table.fixture'

// Records of GameZ as sections 3 to 8 of the format notes print them, with the rules of section 17.

const PI = Math.fround(Math.PI)

export const HEADER = table(
  36,
  'H',
  `0 u32 signature ${0x02971222} H1
   4 u32 version 27 H2
   8 i32 texture_count * H3
   12 u32 textures_offset 36 H4
   16 u32 materials_offset *
   20 u32 models_offset *
   24 i32 node_array_size * H7
   28 i32 node_last_free *
   32 u32 nodes_offset *`,
)
export const TEXTURE = table(
  40,
  'T',
  `0 u32 image_ptr 0 T1
   4 u32 surface_ptr 0 T1
   8 u8*20 name *
   28 u32 state 2 T3
   32 i32 category 0 T4
   36 i32 mip_index * T5`,
)
export const MATERIAL = table(
  44,
  'M',
  `0 u8 alpha *
   1 u8 flags *
   2 u16 rgb *
   4 f32*3 color *
   16 i32 texture_index *
   20 f32 field_20 *
   24 f32 field_24 *
   28 f32 field_28 *
   32 u32 soil *
   36 u32 cycle_ptr *
   40 i16 link_a *
   42 i16 link_b *`,
)
export const CYCLE = table(
  28,
  'M10',
  `0 u32 looping 0|1
   4 i32 current_frame *
   8 f32 current_index 0
   12 f32 speed *
   16 i32 tex_map_count 0..32767
   20 i32 tex_map_index *
   24 u32 tex_map_ptr !0`,
)
export const MODEL = table(
  96,
  'D3',
  `0 u32 model_type 0..2 D2
   4 u32 facade_mode 0..3 D2
   8 u32 flags &0x7f D2
   12 u32 parent_count >0
   16 u32 polygon_count *
   20 u32 vertex_count *
   24 u32 normal_count *
   28 u32 morph_count *
   32 u32 light_count *
   36 f32 morph_factor 0
   40 f32*2 tex_scroll *
   48 u32 tex_scroll_frame 0
   52 u32 polygons_ptr *
   56 u32 vertices_ptr *
   60 u32 normals_ptr *
   64 u32 lights_ptr *
   68 u32 morphs_ptr *
   72 f32*4 bbox *
   88 u32 active_polygon_index 0
   92 u32 link *`,
)
export const MODEL_LIGHT = table(
  76,
  'D13',
  `0 i32 field_0 0|1
   4 i32 field_4 0|1|2
   8 f32 field_8 0..5
   12 i32 vertex_count 1..10
   16 i32 zero_16 0
   20 i32 zero_20 0
   24 u32 field_24 *
   28 f32*3 color 0..255
   40 u16 rgb 0
   42 u16 flags &0x7ff
   44 u32 vertices_ptr !0
   48 f32 field_48 0..2000
   52 f32 field_52 0..3500
   56 f32 field_56 0..${Math.fround(5.1)}
   60 i32 field_60 0|1
   64 f32 field_64 0..5000
   68 f32 field_68 0..4000
   72 f32 field_72 0..10000`,
)
export const POLYGON = table(
  36,
  'D10',
  `0 u32 flags &0x7ff D8
   4 i32 priority -50..50 D9
   8 u32 vertex_indices_ptr !0
   12 u32 normal_indices_ptr *
   16 u32 uvs_ptr *
   20 u32 vertex_colors_ptr !0
   24 u32 unk_ptr !0
   28 i32 material_index * D11
   32 u32 zone_set * D12`,
)
export const NODE = table(
  212,
  'N4',
  `0 u8*36 name *
   36 u32 flags &0x138B87FC N3
   40 u32 field_40 0
   44 u32 update_flags *
   48 u32 zone_id 0..255 N5
   52 u32 node_class 0|1|2|3|4|5|6|9 N6
   56 u32 data_ptr *
   60 i32 model_index * N7
   64 u32 environment_data 0
   68 u32 action_priority 1
   72 u32 action_callback 0
   76 i32 area_partition_x -1..255 N8
   80 i32 area_partition_z -1..255 N8
   84 i32 parent_count 0..32767 N9
   88 u32 parent_array_ptr *
   92 i32 child_count 0..32767 N9
   96 u32 child_array_ptr *
   100 f32*3 bbox_mid 0
   112 f32 bbox_diag 0
   116 f32*3 node_bbox_min *
   128 f32*3 node_bbox_max *
   140 f32*3 model_bbox_min *
   152 f32*3 model_bbox_max *
   164 f32*3 child_bbox_min *
   176 f32*3 child_bbox_max *
   188 u32 activation_ptr 0
   192 i32 field_192 0
   196 i32 field_196 *
   200 i32 field_200 0
   204 i32 field_204 0
   208 u32 link *`,
)
export const CAMERA = table(
  488,
  'N14',
  `0 i32*4 indices -1..32766
   16 u32 flags 0
   20 f32*39 zero_20 0
   176 f32 clip_near >0
   180 f32 clip_far *
   184 f32*6 zero_184 0
   208 f32 lod_multiplier >0
   212 f32 lod_mul_inv_sq *
   216 f32 fov_h_scale >0
   220 f32 fov_v_scale >0
   224 f32 fov_h_base >0
   228 f32 fov_v_base >0
   232 f32 fov_h_scaled *
   236 f32 fov_v_scaled *
   240 f32 fov_h_half *
   244 f32 fov_v_half *
   248 i32 clip_recalc 1
   252 f32*15 zero_252 0
   312 i32 fov_recalc 1
   316 f32*18 zero_316 0
   388 i32 rotate_recalc 1
   392 f32*18 zero_392 0
   464 i32 field_464 0
   468 f32 fov_h_cot *
   472 f32 fov_v_cot *
   476 i32 field_476 0
   480 i32 zone_set_valid 0
   484 u32 zone_set ${0xffffff00}`,
)
export const DISPLAY = table(
  28,
  'N14',
  `0 u32*4 screen *
   16 f32*3 clear_color 0..1`,
)
export const WINDOW = table(
  248,
  'N14',
  `0 i32*4 screen *
   16 u32*52 clear_polygons 0|2147483648
   224 i32 clear_polygon_count 0
   228 i32 buffer_index -1
   232 u32 buffer_surface_ptr 0
   236 u32*3 buffer 0`,
)
export const LIGHT = table(
  208,
  'N14',
  `0 f32*6 place *
   24 f32*27 zero_24 0
   132 f32 view_x 0
   136 f32 view_y 1
   140 f32 view_z 0
   144 f32*3 camera_view_vector 0
   156 f32 diffuse 0..1
   160 f32 ambient 0..1
   164 f32*3 color 0..1
   176 u32 flags &0x3ff
   180 f32 range_near >0
   184 f32 range_far *
   188 f32 range_near_sq *
   192 f32 range_far_sq *
   196 f32 range_inv *
   200 i32 parent_count 0..32767
   204 u32 parent_ptr *`,
)
export const LOD = table(
  80,
  'N14',
  `0 i32 level *
   4 f32 range_near_sq 0..Infinity
   8 f32 range_far *
   12 f32 range_far_sq *
   16 f32*8 zero_16 0
   48 i32 field_48 0
   52 f32*2 zero_52 0
   60 f32 field_60 *
   64 f32 field_64 *
   68 i32 field_68 1
   72 u32*2 field_72 *`,
)
export const OBJECT = table(
  144,
  'N14',
  `0 u32 flags &0x3e
   4 f32 opacity *
   8 f32*3 color *
   20 f32 field_20 *
   24 f32*3 rotate ${-PI}..${PI}
   36 f32*3 scale *
   48 f32*12 transform *
   96 f32*12 field_96 0`,
)
export const WORLD = table(
  188,
  'N15',
  `0 u32 flags 0 N14
   4 i32 area_partition_used 0 N14
   8 i32 area_partition_count *
   12 u32 area_partition_ptr !0
   16 u32 fog_type 0..2
   20 f32*8 fog *
   52 f32 area_left *
   56 f32 area_bottom *
   60 f32 area_width *
   64 f32 area_height *
   68 f32 area_right *
   72 f32 area_top *
   76 u32 partition_max_dec_feature_count 0..255
   80 u32 virtual_partition 0|1
   84 i32*4 virt_partition *
   100 f32 x_size 256
   104 f32 z_size -256
   108 f32 x_half 128
   112 f32 z_half -128
   116 f32 x_inv ${1 / 256}
   120 f32 z_inv ${-1 / 256}
   124 f32 diag -192
   128 f32*2 inclusion_tol 3
   136 i32 x_count *
   140 i32 z_count *
   144 u32 virt_partition_ptr !0
   148 f32*3 field_148 1
   160 i32 light_count 0..32767
   164 u32 light_nodes_ptr *
   168 u32 light_data_ptr *
   172 i32 sound_count 0..32767
   176 u32 sound_nodes_ptr *
   180 u32 sound_data_ptr *
   184 i32 field_184 0`,
)
export const PARTITION = table(
  72,
  'N16',
  `0 u32 flags 256
   4 i32 field_4 -1
   8 f32 x *
   12 f32 z *
   16 f32*3 min *
   28 f32*3 max *
   40 f32*3 mid *
   52 f32 diagonal *
   56 u16 field_56 0
   58 i16 node_count 0..32767
   60 u32 nodes_ptr *
   64 i32 field_64 0
   68 i32 field_68 0`,
)
