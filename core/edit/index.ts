export * from './edit'
