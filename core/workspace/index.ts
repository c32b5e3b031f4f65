export * from './api'
export * from './host'
