import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileClock } from './file-clock.ts'

test('the clock follows its file, from before there is one to each change of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'clock.json')
  const clock = fileClock(file)
  const put = (offsetMs: number) => {
    writeFileSync(`${file}.new`, JSON.stringify({ offsetMs }))
    renameSync(`${file}.new`, file)
    return clock.offsetMs()
  }

  expect(clock.offsetMs()).toBe(0)
  expect(put(3_600_000)).toBe(3_600_000)
  expect(clock.now().getTime()).toBeGreaterThan(Date.now() + 3_000_000)
  expect(put(-5)).toBe(-5)
})
