import { testGameJob } from './game-job'

testGameJob({
  game: 'nwn2',
  title: 'Neverwinter Nights 2',
  filter: 'override/terrainmaterials',
  row: /terrainmaterials\.2da/,
  file: 'override/terrainmaterials.2da',
  field: 'signature',
  found: '"2DA V2.0"',
  wrong: '"2DA V3.0"',
  right: '"2DA V2.1"',
  problem: '2da.signature',
})
