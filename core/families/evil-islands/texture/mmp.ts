import { rest, struct, text, u32, unknown, type Meta } from '../../../layout'

const KNOWN: Meta = { certainty: 'confirmed', source: 'evil-islands 4.1' }

/** Kinds of pixels by the number in the header (evil-islands 4.1). */
export const KINDS = {
  0x31545844: 'DXT1',
  0x33545844: 'DXT3',
  0x33544e50: 'PNT3',
  0x4444: '4444',
  0x5551: '1555',
  0x5650: '565',
  0x8888: '8888',
} as const

/** Bits of a channel within a pixel. */
export const Channel = struct('mmp-channel', {
  mask: u32({ hex: true, ...KNOWN }),
  shift: u32(KNOWN),
  bits: u32(KNOWN),
})

const HEADER = {
  magic: text(4, { page: 'latin1', ...KNOWN }),
  width: u32(KNOWN),
  height: u32(KNOWN),
  mip_count: u32(KNOWN),
  format: u32({ hex: true, values: KINDS, ...KNOWN }),
  bits_per_pixel: u32(KNOWN),
  alpha: Channel,
  red: Channel,
  green: Channel,
  blue: Channel,
  unk_72: unknown(u32({ certainty: 'unknown', source: 'evil-islands 4.1' })),
}

/** The first 76 bytes of a texture (evil-islands 4.1). */
export const MmpHeader = struct('mmp', HEADER)

/** A texture: its pixels are decoded by kind (evil-islands 4). */
export const MMP = struct('mmp', {
  ...HEADER,
  pixels: rest({ role: 'value', content: 'pixels', certainty: 'confirmed', source: 'evil-islands 4.2' }),
})
