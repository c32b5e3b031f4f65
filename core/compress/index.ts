export { crc32 } from './crc32'
export { inflateExactly, MOST_RATIO, type StreamFault } from './inflate'
