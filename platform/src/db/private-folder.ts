import { chmodSync, existsSync, lstatSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, parse } from 'node:path'
import { StartError } from '#errors/start-error.ts'

/** The permissions of group and others. */
const OTHERS = 0o077

/** Called first, so that files which the program creates are private to its user. */
export const writePrivately = () => void process.umask(OTHERS)

/** Marks a folder whose files were checked, so that later starts skip the check. */
const MARKER = 'private'

/**
 * Removes other users' permissions from the data folder, and once from all files in it. The folder's permissions already suffice; the
 * files' permissions matter for copies.
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
    // Symbolic links may point elsewhere. Files that disappear in the meantime do not matter.
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
