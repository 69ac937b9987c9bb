import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { CACHE_FOLDER } from './folders.ts'
import { freePort } from './free-port.ts'

export type PostgresServer = {
  /** A superuser's address unless another login is named. */
  url(database: string, login?: string): string
  stop(): Promise<void>
  /** Starts it again on the same port after a stop that kept its folder. */
  halt(): Promise<void>
  resume(): Promise<void>
  /** Ends it without a checkpoint, so that it recovers and empties unlogged tables when it is resumed. */
  crash(): Promise<void>
  /** Starts it again as a standby, which can be read only. */
  demote(): Promise<void>
  /** Runs one of PostgreSQL's own programs on it, as its user. */
  runTool(name: string, ...args: string[]): void
}

type Options = {
  /** Further settings; `FOLDER` in one is the server's own folder. */
  settings?: readonly string[]
  /** Makes the cluster in `data` of the server's folder, in place of an empty one. */
  make?: (folder: string) => void
}

/** A temporary PostgreSQL server with its own folder and port. */
export async function startPostgres({
  settings: further = [],
  make,
}: Options = {}): Promise<PostgresServer> {
  const bin = findBinaries()
  const who = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-postgres-'))
  if (who) chownSync(folder, who.uid, who.gid)
  const port = await freePort()
  const settings = [...SETTINGS, ...further.map((one) => one.replaceAll('FOLDER', folder))]

  if (make) make(folder)
  else createCluster(bin, folder, who)
  let running = await launch(bin, folder, port, who, settings)
  const end = async (signal: NodeJS.Signals) => {
    const gone = once(running, 'exit')
    running.kill(signal)
    await gone
  }
  // "Fast": ends sessions at once instead of waiting for them.
  const halt = () => end('SIGINT')

  return {
    url: (database, login = 'postgres') => `postgres://${login}@127.0.0.1:${port}/${database}`,
    halt,
    crash: () => end('SIGQUIT'),
    resume: async () => {
      running = await launch(bin, folder, port, who, settings)
    },
    demote: async () => {
      await halt()
      writeFileSync(join(folder, 'data', 'standby.signal'), '')
      running = await launch(bin, folder, port, who, settings)
    },
    runTool: (name, ...args) =>
      void execFileSync(join(bin, name), ['-h', '127.0.0.1', '-p', String(port), ...args], {
        ...who,
        cwd: folder,
      }),
    stop: async () => {
      if (running.exitCode === null && running.signalCode === null) await halt()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A copy of one that was made before by the same PostgreSQL: a copy takes half the time. */
function createCluster(bin: string, folder: string, who: Who): void {
  const data = join(folder, 'data')
  const kept = join(CACHE_FOLDER, `cluster-${clusterDigest(bin, who)}`)
  if (existsSync(kept)) {
    copyCluster(kept, data)
    return
  }

  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    { ...who, cwd: folder, stdio: 'ignore' },
  )
  mkdirSync(CACHE_FOLDER, { recursive: true })
  const copy = mkdtempSync(`${kept}.`)
  copyCluster(data, join(copy, 'data'))
  // Another process may have been first.
  if (!existsSync(kept)) renameSync(join(copy, 'data'), kept)
  rmSync(copy, { recursive: true, force: true })
}

/** With its owner, whom Node's own copy would lose. */
const copyCluster = (from: string, to: string) => void execFileSync('cp', ['-a', from, to])

function clusterDigest(bin: string, who: Who): string {
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  const { LANG, LC_ALL } = process.env

  return createHash('sha256')
    .update(JSON.stringify([version, who, LANG, LC_ALL]))
    .digest('hex')
    .slice(0, 16)
}

/** Runs statements one by one on a connection of their own. */
export async function runSql(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** For many small databases that no crash has to spare. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=8GB',
  'max_connections=200',
  // It would visit each test's database.
  'autovacuum=off',
  // Compiling a query takes longer than running it on the few rows of a test.
  'jit=off',
]

type Who = { uid: number; gid: number } | null

async function launch(
  bin: string,
  folder: string,
  port: number,
  who: Who,
  settings: readonly string[],
) {
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      join(folder, 'data'),
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-k',
      folder,
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    { ...who, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )

  let said = ''
  for await (const chunk of server.stderr) {
    said += chunk
    if (/ready to accept (read-only )?connections/.test(said)) {
      server.stderr.resume()
      return server
    }
  }
  throw new Error(`PostgreSQL did not start: ${said}`)
}

export function findBinaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort() : []
  const places = [
    process.env.POSTGRES_BIN,
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  const bin = places.find((place) => place && existsSync(join(place, 'initdb')))
  if (!bin)
    throw new Error('No PostgreSQL found: install it, or set POSTGRES_BIN to its bin folder')

  return bin
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export function unprivileged(): Who {
  if (process.getuid?.() !== 0) return null

  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such account here: the next name.
    }
  }
  throw new Error('Running as root, and there is no account postgres or nobody to run databases as')
}
