import { testGameJob } from './game-job'

testGameJob({
  game: 'mw3',
  title: 'MechWarrior 3',
  filter: 't1/gamez',
  row: /gamez\.zbd/,
  file: 'zbd/t1/gamez.zbd',
  array: 'materials',
  field: 'soil',
  found: '8',
  wrong: '14',
  right: '9',
  problem: 'mw3.M5',
})
