import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cache } from './root.js'

const FILE = join(cache, 'prepare.pid')

/** Serializes preparations: `npm start` and `npm test` may run in two terminals at once. */
export async function withPrepareLock(work) {
  while (!takeLock()) await pause(200)

  try {
    return await work()
  } finally {
    rmSync(FILE, { force: true })
  }
}

function takeLock() {
  try {
    writeFileSync(FILE, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isAlive(holder())) rmSync(FILE, { force: true })
    return false
  }
}

function holder() {
  try {
    return Number(readFileSync(FILE, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid) {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
