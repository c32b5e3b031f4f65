export { blockBytes, decodeBlocks, encodeBlocks, type BlockKind } from './dxt'
export { decodeMasked, encodeMasked, type ChannelBits, type PixelBits } from './masked'
export { decodePnt3, encodePnt3 } from './pnt3'
