import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from './free-ports.js'
import { findPostgres } from './postgres.js'
import { Refusal } from './run.js'

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const START_LIMIT_MS = 30_000

/**
 * A PostgreSQL server on this machine, which `stop` ends and deletes. With `standbyOf`, the address of another, it is a standby of that one.
 */
export async function startTemporaryPostgres({ standbyOf = null, settings: further = [] } = {}) {
  const bin = await findPostgres()
  if (!bin) throw new Refusal('This needs PostgreSQL.')
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-postgres-'))
  const isRoot = process.getuid?.() === 0
  const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const data = join(folder, 'data')
  const port = await freePorts(1)

  const [tool, args] = standbyOf
    ? ['pg_basebackup', ['-d', standbyOf, '-D', data, '-R', '-c', 'fast']]
    : ['initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync']]
  execFileSync(join(bin, tool), args, { ...who, cwd: folder, stdio: 'ignore' })
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    ...further,
  ]
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...settings.flatMap((one) => ['-c', one])],
    { ...who, cwd: folder, stdio: 'ignore' },
  )
  const end = () => server.kill('SIGQUIT')
  process.once('exit', end)
  await untilItAnswers(bin, port)

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** Ends it as a crash does. */
    crash: async () => {
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
    stop: async () => {
      process.off('exit', end)
      server.kill('SIGINT')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItAnswers(bin, port) {
  const end = Date.now() + START_LIMIT_MS
  while (Date.now() < end) {
    try {
      const where = ['-h', '127.0.0.1', '-p', String(port)]
      execFileSync(join(bin, 'pg_isready'), where, { stdio: 'ignore' })
      return
    } catch {
      await pause(100)
    }
  }
  throw new Refusal('PostgreSQL did not start.')
}
