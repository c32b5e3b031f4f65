import type { Bytes } from '../../layout'
import { writeArchive } from '../nres/nres-pack'
import type { ArealMapValues } from './areals'
import { byteWriter, type ByteWriter } from './byte-writer'
import type { TerrainValues } from './terrain'

/** Land.map: one row of type 12 (parkan 4). */
export function arealMapFile({ areals, cells_x, cells_y, cells }: ArealMapValues): Bytes {
  const writer = byteWriter()
  for (const areal of areals) {
    writer.f32(...areal.anchor, 0, areal.area_metric, ...areal.normal)
    writer.u32(areal.logic_flag, 0, areal.class_id, 0, areal.vertex_count, 0)
    for (const vertex of areal.vertices) writer.f32(...vertex)
    for (const link of areal.links) writer.u32(link.area_ref, link.edge_ref)
  }
  writer.u32(cells_x, cells_y)
  for (const cell of cells) writer.u16(cell.length, ...cell)
  return writeArchive([{
    attributes: { name: 'ArealMapGeometry', type_id: 12, attr1: areals.length, attr2: 0, attr3: 0 }, payload: writer.done(),
  }])
}

/** Land.msh: nine rows in the retail order (parkan 3.1, 3.2). */
export function terrainFile(terrain: TerrainValues): Bytes {
  const { header } = terrain
  const chunk = (type_id: number, attr1: number, attr2: number, attr3: number, fill: (writer: ByteWriter) => void) => {
    const writer = byteWriter()
    fill(writer)
    return { attributes: { name: `Res${type_id}`, type_id, attr1, attr2, attr3 }, payload: writer.done() }
  }
  const vertices = terrain.positions.length
  return writeArchive([
    chunk(1, terrain.nodes.length, terrain.tilesX, 38, writer => {
      for (const node of terrain.nodes) writer.u16(node.hdr0, node.hdr1, node.hdr2, node.hdr3, node.slot_lod0, node.slot_lod1, ...node.slots)
    }),
    chunk(2, terrain.slots.length, 0, 68, writer => {
      writer.f32(...header.hull.flat(), ...header.sphere_center, header.sphere_radius, ...header.segment_a, ...header.segment_b, header.xy_radius)
      for (const slot of terrain.slots) {
        writer.u16(slot.tri_start, slot.tri_count, 0, 0)
          .f32(...slot.aabb_min, ...slot.aabb_max, ...slot.sphere_center, slot.sphere_radius).u32(...slot.tail)
      }
    }),
    chunk(3, vertices, 0, 12, writer => terrain.positions.forEach(position => writer.f32(...position))),
    chunk(4, vertices, 0, 4, writer => terrain.normals.forEach(({ nx, ny, nz, nw }) => writer.i8(nx, ny, nz, nw))),
    chunk(5, vertices, 0, 4, writer => terrain.uvs.forEach(({ u, v }) => writer.u16(u & 0xffff, v & 0xffff))),
    chunk(18, vertices, 0, 4, writer => terrain.micro.forEach(({ u, v }) => writer.u16(u & 0xffff, v & 0xffff))),
    chunk(14, vertices, 0, 4, writer => terrain.aux.forEach(light => writer.u8(...light))),
    chunk(11, terrain.face_list.length, 0, 4, writer => terrain.face_list.forEach(({ key, flags }) => writer.u16(key, flags))),
    chunk(21, terrain.faces.length, 0, 28, writer => terrain.faces.forEach(face => {
      writer.u32(face.flags).u8(face.material_low, face.material_high)
        .u16(face.aux, face.i0, face.i1, face.i2, face.n0, face.n1, face.n2, ...face.normal.map(part => part & 0xffff))
        .u8(face.edge_class, face.unk_27)
    })),
  ])
}
