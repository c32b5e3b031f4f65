/** Channels by kind: mask, shift and bits of alpha, red, green and blue (evil-islands 4.1). */
export const KIND_MASKS = {
  DXT1: [0x8000, 15, 1, 0x7c00, 10, 5, 0x3e0, 5, 5, 0x1f, 0, 5],
  DXT3: [0xf000, 12, 4, 0xf00, 8, 4, 0xf0, 4, 4, 0xf, 0, 4],
  PNT3: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  4444: [0xf000, 12, 4, 0xf00, 8, 4, 0xf0, 4, 4, 0xf, 0, 4],
  1555: [0x8000, 15, 1, 0x7c00, 10, 5, 0x3e0, 5, 5, 0x1f, 0, 5],
  565: [0, 0, 0, 0xf800, 11, 5, 0x7e0, 5, 6, 0x1f, 0, 5],
  8888: [0xff000000, 24, 8, 0xff0000, 16, 8, 0xff00, 8, 8, 0xff, 0, 8],
} as const
