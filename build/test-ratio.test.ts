import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow } from './files.mjs'

const ROOT = join(import.meta.dirname, '..')
/** Lines of tests for a line of code: what must not fall behind where most of the window's logic is. */
const LEAST = 0.3

const lines = (files: readonly string[]): number =>
  files.reduce(
    (sum, file) =>
      sum +
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => line.trim() !== '').length,
    0,
  )

it.each(['renderer/viewport', 'renderer/hex'])('%s has three lines of tests for ten of code, or more', folder => {
  const files = filesBelow(join(ROOT, folder)).filter(file => /\.(?:ts|vue)$/.test(file))
  const isTest = (file: string): boolean => /\.(?:test|fixture)\.ts$/.test(file)
  const code = lines(files.filter(file => !isTest(file)))
  expect(code).toBeGreaterThan(1000)
  expect(lines(files.filter(isTest)) / code).toBeGreaterThanOrEqual(LEAST)
})
