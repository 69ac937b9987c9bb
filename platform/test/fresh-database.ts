import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Clock, machineClock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import { type DatabaseLocation, openDatabase } from '#db/open.ts'
import type { GivenDatabase } from '#test/databases/given.ts'
import { runSql } from '#test/databases/postgres-server.ts'

type GivenServer = Extract<GivenDatabase, { kind: 'postgres' }>
type Options = { clock?: Clock; statementLimitMs?: number }

/** When resources of a test are released: after it, unless a whole file shares them. */
export type AtEnd = (end: () => void | Promise<void>) => void

/** A migrated database of the test, deleted after it. */
export async function freshDatabase(options: Options = {}): Promise<Database> {
  return openLocation(await freshLocation(), onTestFinished, options)
}

export async function openLocation(
  location: DatabaseLocation,
  atEnd: AtEnd,
  options: Options = {},
): Promise<Database> {
  const database = await openDatabase({
    clock: machineClock,
    ...options,
    location,
    schema: inject('database').schema,
  })
  atEnd(() => database.close())

  return database
}

/** The location of an unused migrated database. */
export async function freshLocation(atEnd: AtEnd = onTestFinished): Promise<DatabaseLocation> {
  const given = inject('database')

  if (given.kind === 'embedded') {
    const location = migratedFolder()
    atEnd(() => rmSync(location.dataDir, { recursive: true, force: true }))
    return location
  }

  return newPlace(given, given.template, atEnd)
}

async function newPlace(
  given: GivenServer,
  template: string,
  atEnd: AtEnd,
): Promise<DatabaseLocation> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const options = `template ${template} strategy file_copy owner ${given.owner}`
  await runSql(given.url, `create database ${name} ${options}`)
  atEnd(() => runSql(given.url, `drop database ${name} with (force)`))
  const url = new URL(given.url)
  url.username = given.owner
  url.pathname = `/${name}`
  return { kind: 'postgres', url: url.href }
}

/** The place of a database that nothing was applied to. */
export async function emptyLocation(atEnd: AtEnd = onTestFinished): Promise<DatabaseLocation> {
  const given = inject('database')
  if (given.kind === 'postgres') return newPlace(given, 'template0', atEnd)

  const { dataDir } = embeddedLocation()
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  return { kind: 'embedded', dataDir }
}

/** The folder of an embedded database that the first start will make. */
export function embeddedLocation() {
  const given = givenEmbedded()
  const dataDir = join(given.scratch, randomUUID())
  mkdirSync(dataDir, { recursive: true })

  return { kind: 'embedded' as const, dataDir, image: given.image }
}

/** The folder of an embedded database that was made before. */
export function migratedFolder() {
  const location = embeddedLocation()
  execFileSync('cp', ['-a', givenEmbedded().folder, join(location.dataDir, 'postgres')])

  return location
}

function givenEmbedded() {
  const given = inject('database')
  if (given.kind !== 'embedded') throw new Error('This run is over a PostgreSQL server')

  return given
}
