import { existsSync } from 'node:fs'
import { apt, canUseApt } from './apt.js'
import { say } from './run.js'

const DEBIAN = '/usr/sbin/pgbouncer'

/** The program; null if none is available. */
export async function findPgBouncer() {
  const program = process.env.PGBOUNCER ?? DEBIAN
  if (existsSync(program) || !canUseApt()) return existsSync(program) ? program : null

  say('No PgBouncer found: installing it …')
  await apt('pgbouncer')
  return existsSync(program) ? program : null
}
