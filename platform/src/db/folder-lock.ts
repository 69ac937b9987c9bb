import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#errors/start-error.ts'

type Holder = { pid: number; started: string }

/**
 * PGlite does not lock its folder, and two processes on one folder lose writes. The process that wrote the highest-numbered file holds the
 * folder while it runs; pid and start time identify it. The next holder creates the next number by linking a complete file, which only one
 * process can do. The highest file is never removed. So no number is used twice, and a slower process sees a higher one.
 */
export function lockFolder(folder: string): () => void {
  const locks = join(folder, LOCK_FOLDER)
  mkdirSync(locks, { recursive: true, mode: 0o700 })
  refuseHeld(folder, readHolder(join(folder, FORMER_LOCK)))

  for (;;) {
    const last = highestIn(locks)
    refuseHeld(folder, readHolder(fileOf(locks, last)))
    const mine = last + 1
    if (!claim(locks, mine)) continue
    if (highestIn(locks) === mine) {
      removeBelow(folder, locks, mine)
      return () => release(locks, mine)
    }
    rmSync(fileOf(locks, mine), { force: true })
  }
}

/** The folder of the numbered files; it exists wherever our database was opened before. */
export const LOCK_FOLDER = 'lock'

/** The lock file of older versions, which may still be running. */
const FORMER_LOCK = 'lock.json'

const fileOf = (locks: string, number: number) => join(locks, `${number}.json`)

function numbersIn(locks: string): number[] {
  return readdirSync(locks).flatMap((name) => {
    const [, digits] = /^(\d{1,15})\.json$/.exec(name) ?? []
    return digits === undefined ? [] : [Number(digits)]
  })
}

const highestIn = (locks: string) => Math.max(0, ...numbersIn(locks))

/** False when another process has taken this number. */
function claim(locks: string, number: number): boolean {
  const draft = join(locks, `${process.pid}-${randomUUID()}.draft`)
  const holder: Holder = { pid: process.pid, started: processStart(process.pid) ?? '' }
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 })

  try {
    linkSync(draft, fileOf(locks, number))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Lower numbers are released, or their process will soon see this one. */
function removeBelow(folder: string, locks: string, number: number): void {
  for (const older of numbersIn(locks)) {
    if (older < number) rmSync(fileOf(locks, older), { force: true })
  }
  for (const name of readdirSync(locks)) {
    const [, pid] = /^(\d+)-.+\.draft$/.exec(name) ?? []
    if (pid && processStart(Number(pid)) === null) rmSync(join(locks, name), { force: true })
  }
  rmSync(join(folder, FORMER_LOCK), { force: true })
}

/** The file stays, but names no holder. */
function release(locks: string, number: number): void {
  try {
    truncateSync(fileOf(locks, number))
  } catch {
    // The folder was deleted, so no process can hold it.
  }
}

/** The process that holds a folder; null if none does, also where nothing was opened yet. */
export function heldBy(folder: string): number | null {
  const locks = join(folder, LOCK_FOLDER)
  const holder = existsSync(locks) ? readHolder(fileOf(locks, highestIn(locks))) : null

  return holder !== null && isAlive(holder) ? holder.pid : null
}

const isAlive = ({ pid, started }: Holder) => processStart(pid) === started

function refuseHeld(folder: string, holder: Holder | null): void {
  if (holder === null || !isAlive(holder)) return

  throw new StartError(
    `The data folder ${folder} is in use by process ${holder.pid}. Stop it, or set DATA_DIR to another folder.`,
  )
}

/** null: absent, released, or truncated by a power loss. */
function readHolder(file: string): Holder | null {
  try {
    const { pid, started } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Holder>
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null
  } catch {
    return null
  }
}

/** A process's start time in the system's own unit; null if the process is absent or a zombie. */
function processStart(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      // The name in parentheses may contain blanks; the state follows it, and the start time comes 19 fields later.
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
