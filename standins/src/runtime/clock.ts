import { statSync } from 'node:fs'
import { readJson, replaceFile } from './memory.ts'

export const MINUTE_MS = 60 * 1000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The stand-in's own time: a test may move it by hours without waiting. */
export type Clock = { now(): number }

export type SharedClock = ReturnType<typeof openSharedClock>

/**
 * One clock per data folder: moving it at any stand-in moves it at all of them, and for
 * other readers of the file.
 */
export function openSharedClock(file: string) {
  let seen = ''
  let offsetMs = 0

  const offset = () => {
    const stat = statSync(file, { throwIfNoEntry: false })
    // Each change replaces the file, so a changed inode means a changed time. File systems reuse inode numbers, so the
    // modification time is compared too.
    const state = stat && `${stat.ino} ${stat.mtimeMs}`
    if (state && state !== seen) {
      seen = state
      offsetMs = readJson<{ offsetMs: number }>(file)?.offsetMs ?? 0
    }
    return offsetMs
  }

  return {
    now: () => Date.now() + offset(),
    offsetMs: offset,
    shift: (ms: number) => replaceFile(file, JSON.stringify({ offsetMs: ms })),
  }
}
