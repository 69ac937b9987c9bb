import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** When a process began, in whatever unit the system keeps; null when there is none, or only its exit code is left. */
export function processStart(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      // The name in parentheses may hold blanks; the state comes after it, and 19 fields later the start time.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
    }
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
    )
  } catch {
    return null
  }
}
