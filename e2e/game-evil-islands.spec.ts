import { testGameJob } from './game-job'

testGameJob({
  game: 'evil-islands',
  title: 'Evil Islands',
  filter: 'meadow.mp',
  row: /meadow\.mp(?!r)/,
  file: 'Maps/meadow.mpr',
  array: 'animated',
  field: 'first',
  found: '6',
  wrong: '200',
  right: '5',
  problem: 'mp.animated',
})
