// `npm run dist`: the packages for this system (or those that are named, as `-- --linux dir`), into dist/.
import { ready } from './built.mjs'
import { tool } from './steps.mjs'

ready()
const { writeNotices } = await import('./notices.mjs')
writeNotices()
const done = await tool('packages', 'electron-builder/cli.js', [
  '--config',
  'build/electron-builder.json',
  '--publish',
  'never',
  ...process.argv.slice(2),
])
process.exitCode = done ? 0 : 1
