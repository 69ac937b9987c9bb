import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/databases/free-port.ts'
import { unprivileged } from '#test/databases/postgres-server.ts'
import type { AtEnd } from '#test/fresh-database.ts'

const PROGRAM = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'

export const hasPgBouncer = existsSync(PROGRAM)

type Options = { mode: 'transaction' | 'session'; connections: number; atEnd: AtEnd }

/** A PgBouncer before a server; returns the address of the same database through it. */
export async function startPgBouncer(target: string, { mode, connections, atEnd }: Options) {
  const who = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-pgbouncer-'))
  const port = await freePort()
  const { hostname, port: targetPort, username } = new URL(target)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    join(folder, 'users'),
    [username, 'postgres'].map((one) => `"${one}" ""\n`).join(''),
  )
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${targetPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
default_pool_size = ${connections}
ignore_startup_parameters = extra_float_digits
`,
  )
  if (who) await chown(folder, who.uid, who.gid)
  const program = spawn(PROGRAM, [settings], { ...who, stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(program, 'exit')
  atEnd(async () => {
    program.kill('SIGKILL')
    await gone
    rmSync(folder, { recursive: true, force: true })
  })
  let said = ''
  for await (const chunk of program.stderr) {
    said += chunk
    if (said.includes('process up')) break
  }
  if (!said.includes('process up')) throw new Error(`PgBouncer did not start: ${said}`)

  const url = new URL(target)
  url.port = String(port)
  return url.href
}
