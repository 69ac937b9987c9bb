import { machineClock } from '@app/platform/clock/clock.ts'
import { openDatabase } from '@app/platform/db/open.ts'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { furnish } from '#compose/furnish.ts'
import { SQL_FOLDER } from './folders.ts'
import { startPostgres } from './postgres-server.ts'

const TEMPLATE = 'migrated'

export async function setup(project: TestProject) {
  const server = await startPostgres()
  const url = server.url('postgres')

  await run(url, (client) => client.query(`create database ${TEMPLATE}`))
  const template = await openDatabase({
    place: { kind: 'postgres', url: server.url(TEMPLATE) },
    sqlFolder: SQL_FOLDER,
    clock: machineClock,
  })
  await furnish(template)
  await template.close()
  project.provide('database', { kind: 'postgres', url, template: TEMPLATE })

  return server.stop
}

async function run(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
