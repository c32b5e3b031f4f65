export * from './layout'
export * from './splice'
