import { readFileSync, statSync } from 'node:fs'
import type { Clock } from './clock.ts'

/** The stand-ins' clock, so that server and stand-ins move together. In production, the configuration refuses it. */
export function fileClock(file: string): Clock {
  let seen = ''
  let offset = 0

  const offsetMs = () => {
    const stat = statSync(file, { throwIfNoEntry: false })
    // Each change replaces the file, so a changed inode means a changed time. File systems reuse inode numbers, so the
    // modification time is compared too.
    const state = stat && `${stat.ino} ${stat.mtimeMs}`
    if (state && state !== seen) {
      seen = state
      offset = (JSON.parse(readFileSync(file, 'utf8')) as { offsetMs: number }).offsetMs
    }
    return offset
  }

  return { now: () => new Date(Date.now() + offsetMs()), offsetMs }
}
