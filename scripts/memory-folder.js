import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = 'gitferry-tests-'
const LEAST_BYTES = 6 * 1024 ** 3

/**
 * Temporary files of this process and its children lie in memory, where there is enough: thousands of small files take ten times as long on
 * a disk. A TMPDIR set by the user is kept.
 */
export function useMemoryFolder() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return
  removeLeftFolders()
  const { bavail, bsize } = statfsSync(MEMORY)
  if (Math.min(bavail * bsize, freemem()) < LEAST_BYTES) return

  const folder = join(MEMORY, NAME + process.pid)
  mkdirSync(folder)
  // PostgreSQL runs as another user where tests run as root.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** Folders of killed runs. */
function removeLeftFolders() {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(NAME) ? Number(name.slice(NAME.length)) : null
    if (pid !== null && !isRunning(pid))
      rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process belongs to another user.
    return error.code === 'EPERM'
  }
}
