export * from './codec'
export * from './line'
export * from './wire'
