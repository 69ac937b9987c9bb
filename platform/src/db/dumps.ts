import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#clock/clock.ts'
import { StartError } from '#errors/start-error.ts'
import type { Log } from '#log/log.ts'
import type { EmbeddedDatabase } from './embedded.ts'
import { startEngine } from './embedded-engine.ts'
import { lockFolder } from './folder-lock.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const KEPT = 7
const NAME = /^[a-z_]+-(\d.+)T(.+)\.tar\.gz$/
const KEPT_BEFORE_MIGRATION = 3
const BEFORE_MIGRATION = /^[a-z_]+-before-migration-\d.+\.tar\.gz$/

type Needs = {
  app: string
  database: Pick<EmbeddedDatabase, 'dump'>
  dataDir: string
  clock: Clock
  log: Log
}

/** A dump keeps the engine busy for a moment, so it does not run right after the start. */
const FIRST_LOOK_MS = 20_000

/**
 * Dumps the embedded database once a day and keeps a week of dumps. It also checks soon after the start, for
 * machines that are switched off every evening.
 */
export function scheduleDumps(needs: Needs, firstLookMs = FIRST_LOOK_MS): () => void {
  let last: Promise<void> = Promise.resolve()
  const look = () => {
    last = last
      .then(() => dumpIfDue(needs))
      .catch((error: unknown) => needs.log.error({ err: error }, 'scheduled dump failed'))
  }
  const first = setTimeout(look, firstLookMs).unref()
  const others = setInterval(look, HOUR_MS).unref()

  return () => {
    clearTimeout(first)
    clearInterval(others)
  }
}

/** Due when the newest dump, or without a dump the database, is a day old. */
export async function dumpIfDue(needs: Omit<Needs, 'log'>): Promise<void> {
  const { dataDir, clock } = needs
  const [newest] = await dumpNames(join(dataDir, 'dumps'))
  const since = newest === undefined ? await createdAt(dataDir) : writtenAt(newest)

  // A dump without a readable time in its name is ignored.
  if (!(clock.now().getTime() - since < DAY_MS)) await writeDump(needs)
}

/** When the newest daily dump was written; null without one. */
export async function newestDumpAt(dataDir: string): Promise<number | null> {
  const [newest] = await dumpNames(join(dataDir, 'dumps'))
  const at = newest === undefined ? Number.NaN : writtenAt(newest)

  return Number.isNaN(at) ? null : at
}

export async function writeDump(needs: Omit<Needs, 'log'>): Promise<string> {
  const { app, dataDir } = needs
  const file = await writeAs(needs, app)
  await keepNewest(join(dataDir, 'dumps'), NAME, KEPT)

  return file
}

/** Kept apart from the daily dumps, whose rotation would delete it within a week. */
export async function dumpBeforeMigration(needs: Omit<Needs, 'log'>): Promise<string> {
  const { app, dataDir } = needs
  const file = await writeAs(needs, `${app}-before-migration`).catch((error: unknown) => {
    throw new StartError(
      `The database is not migrated, because it could not be dumped first: ${error instanceof Error ? error.message : error}.`,
      { cause: error },
    )
  })
  await keepNewest(join(dataDir, 'dumps'), BEFORE_MIGRATION, KEPT_BEFORE_MIGRATION)

  return file
}

async function writeAs({ database, dataDir, clock }: Omit<Needs, 'log'>, name: string) {
  const folder = join(dataDir, 'dumps')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stamp = clock.now().toISOString().replaceAll(':', '-')
  const file = join(folder, `${name}-${stamp}.tar.gz`)

  // An unfinished dump never has the name of a finished one.
  await writeFile(`${file}.part`, await database.dump(), { mode: 0o600 })
  await rename(`${file}.part`, file)
  return file
}

async function keepNewest(folder: string, pattern: RegExp, kept: number): Promise<void> {
  for (const old of (await dumpNames(folder, pattern)).slice(kept)) await rm(join(folder, old))
}

/** Replaces the database with a dump and keeps the old one beside it. */
export async function restoreDump(dataDir: string, dump: string): Promise<{ kept: string | null }> {
  if (!existsSync(dump)) throw new StartError(`There is no dump ${dump}.`)
  const unlock = lockFolder(dataDir)

  try {
    const folder = join(dataDir, 'postgres')
    const fresh = `${folder}.restoring`
    await rm(fresh, { recursive: true, force: true })
    // Loaded first, so that an invalid dump is found before anything is replaced.
    await readFile(dump)
    const engine = await startEngine({ folder: fresh, image: dump, extensions: [] }).catch(
      (error: unknown) => {
        throw new StartError(`${dump} is not a dump of the embedded database.`, { cause: error })
      },
    )
    await engine.close()

    const kept = existsSync(folder) ? `${folder}.before-restore-${Date.now()}` : null
    if (kept) await rename(folder, kept)
    await rename(fresh, folder)
    return { kept }
  } finally {
    unlock()
  }
}

function writtenAt(dump: string): number {
  const [, day, time] = NAME.exec(dump) ?? []

  return Date.parse(`${day}T${time?.replaceAll('-', ':')}`)
}

/** A file system without birth times reports 1970, so the database counts as old. */
const createdAt = async (dataDir: string) => (await stat(join(dataDir, 'postgres'))).birthtimeMs

/** Names of the daily dumps, or others, in a folder; the newest first. */
export async function dumpNames(folder: string, pattern = NAME): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])

  return names
    .filter((name) => pattern.test(name))
    .sort()
    .reverse()
}
