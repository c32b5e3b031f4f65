import { array, attribute, count, counted, f32, formula, i32, reserved, struct, u16, u32, vec3, type Infer } from '.'

/** The areals of a Parkan map, as the notes have them (parkan 4.2), to try the mechanism on a real shape. */
const Polygon = struct('polygon', { n: count('words', { per: 3 }), words: array(u32(), formula('3 * n')) })
export const Areal = struct('areal', {
  anchor: vec3({ source: 'parkan 4.2', certainty: 'confirmed' }),
  reserved_12: reserved(f32()),
  area_metric: f32(),
  normal: vec3(),
  logic_flag: u32({ bits: {} }),
  reserved_36: reserved(u32()),
  class_id: u32({ suggest: 'seen' }),
  reserved_44: reserved(u32()),
  vertex_count: count('vertices'),
  poly_count: count('polygons'),
  vertices: array(vec3(), 'vertex_count'),
  links: array(struct('link', { area_ref: i32(), edge_ref: i32() }), formula('vertex_count + 3 * poly_count')),
  polygons: array(Polygon, 'poly_count'),
})
export const arealMap = (areals: number) =>
  struct('areal-map', {
    areals: array(Areal, attribute('attr1', areals)),
    cells_x: u32(),
    cells_y: u32(),
    cells: array(counted(u16(), u16()), formula('cells_x * cells_y')),
  })
export type ArealMap = Infer<ReturnType<typeof arealMap>>
type ArealValue = Infer<typeof Areal>

export function someAreal(k: number, vertices = 3 + (k % 5), polygons = 0): ArealValue {
  return {
    anchor: [k, k + 0.5, -1],
    reserved_12: 0,
    area_metric: 1 / (k + 3),
    normal: [0, 0, 1],
    logic_flag: k * 7,
    reserved_36: 0,
    class_id: k,
    reserved_44: 0,
    vertex_count: vertices,
    poly_count: polygons,
    vertices: Array.from({ length: vertices }, (_, v): [number, number, number] => [
      k + v,
      v * 0.25,
      Math.fround(v / 3),
    ]),
    links: Array.from({ length: vertices + 3 * polygons }, (_, e) => ({ area_ref: e - 1, edge_ref: k })),
    polygons: Array.from({ length: polygons }, (_, p) => ({
      n: p + 1,
      words: Array.from({ length: 3 * (p + 1) }, (_, w) => w + p),
    })),
  }
}

export function someMap(areals: number, side = 4): ArealMap {
  return {
    areals: Array.from({ length: areals }, (_, k) => {
      const areal = someAreal(k, undefined, k % 3 === 2 ? 2 : 0)
      return { ...areal, area_metric: Math.fround(Number(areal.area_metric)) }
    }),
    cells_x: side,
    cells_y: side,
    cells: Array.from({ length: side * side }, (_, cell) =>
      Array.from({ length: cell % 4 }, (_, hit) => (hit * 3 + cell) % areals),
    ),
  }
}
