import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { machineClock } from '#clock/clock.ts'
import { migratedImage } from '#db/image.ts'
import { openDatabase } from '#db/open.ts'
import type { Schema } from '#db/sql-files.ts'
import { CACHE_FOLDER } from './folders.ts'
import './given.ts'
import { runSql, startPostgres } from './postgres-server.ts'

const TEMPLATE = 'migrated'
const OWNER = 'owner'

/** Vitest's global set-up for tests over the embedded database. */
export const setUpEmbedded = (schema: Schema) => async (project: TestProject) => {
  const image = await migratedImage(schema, CACHE_FOLDER)
  const { scratch, remove } = newScratch()
  const folder = join(scratch, 'migrated')
  unpackImage(image, folder)

  project.provide('database', { kind: 'embedded', schema, image, folder, scratch })
  return remove
}

/**
 * The same over a PostgreSQL server of the tests' own. Servers log in as its users do at managed services: the database is
 * theirs and they may create roles, but they are no superusers.
 */
export const setUpPostgres = (schema: Schema) => async (project: TestProject) => {
  const { scratch, remove } = newScratch()
  const server = await startPostgres()
  const url = server.url('postgres')

  await runSql(
    url,
    `create role ${OWNER} login createrole`,
    `create database ${TEMPLATE} owner ${OWNER}`,
  )
  const template = await openDatabase({
    location: { kind: 'postgres', url: server.url(TEMPLATE, OWNER) },
    schema,
    clock: machineClock,
  })
  await template.close()
  project.provide('database', {
    kind: 'postgres',
    schema,
    url,
    template: TEMPLATE,
    owner: OWNER,
    scratch,
  })

  return async () => {
    remove()
    await server.stop()
  }
}

/** As PGlite would, without starting it. */
export function unpackImage(image: string, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-xzf', image, '-C', folder], { stdio: 'ignore' })
}

function newScratch() {
  mkdirSync(CACHE_FOLDER, { recursive: true })
  const scratch = mkdtempSync(join(CACHE_FOLDER, 'test-'))

  return { scratch, remove: () => rmSync(scratch, { recursive: true, force: true }) }
}
