import { statSync } from 'node:fs'
import type { Clock } from './clock.ts'
import { readJson, replaceFile } from './memory.ts'

export type SharedClock = Clock & {
  readonly offsetMs: number
  shift(offsetMs: number): Promise<void>
}

/**
 * One clock per data folder: moving it at any stand-in moves it at all of them, and for
 * other readers of the file.
 */
export function openSharedClock(file: string): SharedClock {
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
    get offsetMs() {
      return offset()
    },
    shift: (ms) => replaceFile(file, JSON.stringify({ offsetMs: ms })),
  }
}
