export * from './text'
export * from './catalogues'
