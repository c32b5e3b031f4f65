export * from './text'
export * from './catalogues'
export * from './object-words'
