import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { machineClock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import { migratedImage } from '#db/image.ts'
import type { Schema } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { CACHE_FOLDER } from './folders.ts'
import './given.ts'
import { startPostgres } from './postgres-server.ts'

/** Which database the tests run over: its SQL, and what else a new one needs. */
export type Contents = { schema: Schema; complete(db: Database): Promise<void> }

const TEMPLATE = 'migrated'

/** Vitest's global set-up for tests over the embedded database. */
export const setUpEmbedded =
  ({ schema, complete }: Contents) =>
  async (project: TestProject) => {
    const image = await migratedImage(schema, CACHE_FOLDER, complete)
    const scratch = mkdtempSync(join(CACHE_FOLDER, 'test-'))

    project.provide('database', { kind: 'embedded', schema, image, scratch })
    return () => rmSync(scratch, { recursive: true, force: true })
  }

/** The same over a PostgreSQL server of the tests' own. */
export const setUpPostgres =
  ({ schema, complete }: Contents) =>
  async (project: TestProject) => {
    const server = await startPostgres()
    const url = server.url('postgres')

    await createDatabase(url, TEMPLATE)
    const template = await openDatabase({
      place: { kind: 'postgres', url: server.url(TEMPLATE) },
      schema,
      clock: machineClock,
    })
    await complete(template)
    await template.close()
    project.provide('database', { kind: 'postgres', schema, url, template: TEMPLATE })

    return server.stop
  }

async function createDatabase(url: string, name: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}
