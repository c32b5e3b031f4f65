import { strideOf, struct, u16, writeRecord, type Bytes } from '../../../../layout'

/** A vertex index or a word of the map (parkan 6.6, 6.9). */
const Word = struct('model-word', { word: u16() })

/** Writes a word into the bytes of a chunk of words. */
export const writeWord = (bytes: Bytes, place: number, word: number): void =>
  writeRecord(bytes, strideOf(Word) * place, Word, { word })

export const wordsToBytes = (words: readonly number[]): Bytes => {
  const bytes = new Uint8Array(strideOf(Word) * words.length)
  words.forEach((word, place) => writeWord(bytes, place, word))
  return bytes
}
