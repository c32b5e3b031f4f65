export * from './read-glb'
export * from './scene'
export * from './write-glb'
