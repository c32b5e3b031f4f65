import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAMILIES } from '@areal-studio/core'
import { PARKAN } from '@areal-studio/core/families/parkan'
import { createStudio, type StudioApi } from '@areal-studio/core/studio'
import { nodeHost } from '../../electron/node/node-host'
import { bestOf, type Measured } from './figures'
import type { BenchInstall } from './install'
import { fileIn } from './studio'

const TEXTURES = 400
const SIDE = 256
const RUNS = 3

/** Pictures of an archive of textures; the largest map as a GLB, and what taking it in would change. */
export async function measureConversions(install: BenchInstall): Promise<Measured> {
  const temp = join(install.temp, 'conversions')
  const root = join(temp, 'Game')
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, 'iron_3d.exe'), 'MZ')
  writeFileSync(join(root, 'Textures.lib'), library())
  const textures = await studioOf(join(temp, 'textures'), root)
  let run = 0
  const pngs = await bestOf(RUNS, () =>
    textures.extract(['Textures.lib'], { folder: join(temp, `png-${run++}`), as: 'png', hasContents: true }),
  )
  const maps = await studioOf(join(temp, 'maps'), install.root)
  const { msh } = install.maps().reduce((a, b) => (b.msh.length > a.msh.length ? b : a))
  const folder = install.mapFolders.find((_, at) => install.maps()[at]?.msh.length === msh.length) ?? ''
  const ground = fileIn(install, folder, 'land.msh')
  const glb = await bestOf(RUNS, () => maps.convert(ground, 'glb'))
  const file = await maps.convert(ground, 'glb')
  const preview = await bestOf(RUNS, () => maps.incoming(ground, file, { file: 'Land.msh.glb', dryRun: true }))
  return { figures: { convert_400_png_ms: pngs, convert_glb_ms: glb, convert_preview_ms: preview } }
}

async function studioOf(data: string, root: string): Promise<StudioApi> {
  const { api } = createStudio({ host: nodeHost(data), families: FAMILIES })
  await api.open(root)
  return api
}

/** An archive of textures of two bytes a pixel: steps of a gradient with some noise. */
function library(): Uint8Array {
  const empty = Uint8Array.of(0x4e, 0x52, 0x65, 0x73, 0, 1, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0)
  const codec = PARKAN.formats.find(({ id }) => id === 'parkan.nres')?.archive
  const present = Array.from({ length: TEXTURES }, (_, at) => ({
    id: `+${at}`,
    attributes: { name: `PICTURE${at}.0`, type_id: 0x6d786554, attr1: 0, attr2: 0, attr3: 0 },
    payload: texture(at + 1),
  }))
  return codec?.pack(empty, present).bytes ?? empty
}

function texture(seed: number): Uint8Array {
  const head = Uint32Array.of(0x6d786554, SIDE, SIDE, 1, 0, 0, 0, 565)
  const bytes = new Uint8Array(head.byteLength + 2 * SIDE * SIDE)
  bytes.set(new Uint8Array(head.buffer))
  let state = seed
  for (let at = head.byteLength; at < bytes.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = (state >>> 29) + ((at >> 5) & 0xf8)
  }
  return bytes
}
