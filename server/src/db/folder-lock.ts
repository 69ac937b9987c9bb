import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#errors/start-error.ts'

type Holder = { pid: number; started: string }

/**
 * PGlite takes no lock of its own, and two processes on one folder lose writes. The lock names its
 * holder by pid and start time, so that a dead holder's is taken over and a reused pid fools nobody.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock.json')
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) ?? '' })

  if (!created(file, mine)) {
    takeOver(folder, file, mine)
  }
  return () => rmSync(file, { force: true })
}

function takeOver(folder: string, file: string, mine: string) {
  // One taker at a time, or the second would remove the first one's fresh lock.
  const turn = join(folder, 'lock.taking')
  try {
    mkdirSync(turn)
  } catch {
    rmdirSync(turn)
    throw new StartError(
      `The data folder ${folder} was just claimed by another process. Try again.`,
    )
  }
  try {
    const holder = readHolder(file)
    if (holder && isAlive(holder)) {
      throw new StartError(
        `The data folder ${folder} is in use by process ${holder.pid}. Stop it, or set DATA_DIR to another folder.`,
      )
    }
    rmSync(file, { force: true })
    writeFileSync(file, mine, { flag: 'wx' })
  } finally {
    rmdirSync(turn)
  }
}

function created(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    // Absent, or cut short by a crash: nobody holds it.
    return null
  }
}

function isAlive({ pid, started }: Holder): boolean {
  const start = startOf(pid)

  return start !== null && start === started
}

/** When a process began, in whatever unit the system keeps; null when there is none. */
function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      // The name in parentheses may hold blanks; the 20th field after it is the start time.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
    }
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
    )
  } catch {
    return null
  }
}
