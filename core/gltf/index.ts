export * from './read-glb'
export * from './scene'
export * from './unit-normals'
export * from './write-glb'
