export * from './api'
export * from './host'
export { createStudio, type Studio, type StudioOptions } from './studio'
