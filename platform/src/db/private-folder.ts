import { chmodSync, existsSync, lstatSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, parse } from 'node:path'
import { StartError } from '#errors/start-error.ts'

/** Rights of anybody but the owner. */
const OTHERS = 0o077

/** First thing in a program: whatever it writes from here on is its owner's alone. */
export const writePrivately = () => void process.umask(OTHERS)

/** Once it is there, what lies in the folder was looked through; a warm start does not do it again. */
const MARKER = 'private'

/**
 * Takes the rights of others from the data folder, whoever made it and with what rights, and once from all that lies in
 * it. The folder alone keeps others out; the files are for copies of it.
 */
export function keepPrivate(folder: string): void {
  if (!existsSync(folder)) return
  if (folder === parse(folder).root || folder === homedir()) {
    throw new StartError(`DATA_DIR is ${folder}. Set it to a folder of its own.`)
  }

  try {
    closeToOthers(folder, statSync(folder).mode)
    if (existsSync(join(folder, MARKER))) return
    closeAllIn(folder)
    writeFileSync(join(folder, MARKER), '', { mode: 0o600 })
  } catch (error) {
    if (!isForeign(error)) throw error
    throw new StartError(
      `The data folder ${folder} is open to others and belongs to another user. Give it to the user that runs this program.`,
    )
  }
}

function closeAllIn(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    // What a link leads to may be anybody's. What is gone meanwhile needs no care.
    if (!stats || stats.isSymbolicLink()) continue
    closeToOthers(path, stats.mode)
    if (stats.isDirectory()) closeAllIn(path)
  }
}

function closeToOthers(path: string, mode: number): void {
  if ((mode & OTHERS) === 0) return

  try {
    chmodSync(path, mode & 0o700)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

const isForeign = (error: unknown) => hasCode(error, 'EPERM') || hasCode(error, 'EACCES')

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
