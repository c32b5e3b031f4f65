// Loaded before the host of a test: the folders below AREAL_SLOW are listed as a disk on a bad network would list them.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** For each folder, in milliseconds. */
const NAP = 50
const root = process.env.AREAL_SLOW ?? ''
const isSlow = folder => String(folder).startsWith(root)
const cell = new Int32Array(new SharedArrayBuffer(4))
const {
  readdirSync,
  promises: { readdir },
} = fs

fs.readdirSync = (folder, ...given) => {
  if (isSlow(folder)) Atomics.wait(cell, 0, 0, NAP)
  return readdirSync(folder, ...given)
}
fs.promises.readdir = async (folder, ...given) => {
  if (isSlow(folder)) await new Promise(done => setTimeout(done, NAP))
  return readdir(folder, ...given)
}
syncBuiltinESMExports()
