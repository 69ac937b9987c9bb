import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './root.js'

const PROGRAM = `
  import { useMemoryFolder } from './scripts/memory-folder.js'
  useMemoryFolder()
  console.log(process.env.TMPDIR ?? '')
`
const hasMemory = folderOf({ TMPDIR: undefined }) !== ''

test.runIf(hasMemory)('a run has a folder in memory, which ends with it', () => {
  const folder = folderOf({ TMPDIR: undefined })

  expect(folder).toMatch(/^\/dev\/shm\/gitferry-tests-\d+$/)
  expect(existsSync(folder)).toBe(false)
})

test.runIf(hasMemory)('what a killed run has left is removed by the next one', () => {
  const { pid } = spawnSync('true')
  const left = `/dev/shm/gitferry-tests-${pid}`
  mkdirSync(left)
  onTestFinished(() => rmSync(left, { recursive: true, force: true }))

  folderOf({ TMPDIR: undefined })

  expect(existsSync(left)).toBe(false)
})

test('a folder that somebody has chosen stays', () => {
  const chosen = join(tmpdir(), 'chosen')

  expect(folderOf({ TMPDIR: chosen })).toBe(chosen)
})

function folderOf(env) {
  const args = ['--input-type=module', '-e', PROGRAM]

  return execFileSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  }).trim()
}
