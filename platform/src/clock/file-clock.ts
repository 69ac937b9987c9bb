import { readFileSync, statSync } from 'node:fs'
import type { Clock } from './clock.ts'

/**
 * The clock of the stand-ins, so that a day can pass for us and for them together. Never in
 * production, where configuration refuses it.
 */
export function fileClock(file: string): Clock {
  let seen = 0
  let offset = 0

  const offsetMs = () => {
    const stat = statSync(file, { throwIfNoEntry: false })
    // Each change is a new file under the old name, so its number tells.
    if (stat && stat.ino !== seen) {
      seen = stat.ino
      offset = (JSON.parse(readFileSync(file, 'utf8')) as { offsetMs: number }).offsetMs
    }
    return offset
  }

  return { now: () => new Date(Date.now() + offsetMs()), offsetMs }
}
