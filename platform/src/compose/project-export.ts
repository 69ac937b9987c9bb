import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { machineClock } from '#clock/clock.ts'
import { misused, type ProjectCommand } from '#config/project-command.ts'
import type { ProjectConfig } from '#config/project-config.ts'
import { loadSecrets } from '#config/secrets.ts'
import type { FurtherSession } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { StartError } from '#errors/start-error.ts'
import { openSecret } from '#identity/factors/factor-secret.ts'
import type { ServerLog } from '#log/log.ts'
import { prepareDatabase, sqlOf } from '#project/apply-project.ts'
import { keyring } from '#sealing/keyring.ts'
import { copyFunctions } from '#transfer/copy-functions.ts'
import { exportData } from '#transfer/export-data.ts'
import { exportFiles } from '#transfer/export-files.ts'
import { exportedRoles, rolesSql, SCHEMA_OPTIONS, writeSchema } from '#transfer/export-schema.ts'
import type { OpenFactor } from '#transfer/exported-tables.ts'
import { runPgDump } from '#transfer/pg-dump.ts'
import { Report } from '#transfer/report.ts'
import { openBytes } from './open-files.ts'
import { locationOf, readProjectSql, schemaOf } from './project-database.ts'

type Context = { project: ProjectConfig; command: ProjectCommand; log: ServerLog }

/** Writes a project as plain SQL, files and functions, in the form that a hosted project takes. */
export async function exportProject({ project, command, log }: Context): Promise<string> {
  const folder = emptyFolder(command)
  const report = new Report()
  const { config } = project
  const sql = await readProjectSql(project)
  const open = openFactors(project)
  let serverRole = ''
  const db = await openDatabase({
    location: locationOf(project, sql),
    schema: schemaOf(project),
    clock: machineClock,
    migrating: {
      log,
      further: async (session) => {
        await prepareDatabase(session, sql)
        serverRole = await exportRows(session, { folder, open, report })
      },
    },
  })
  try {
    const bytes = await openBytes({ db, config, log, clock: machineClock })
    await exportFiles({ db, bytes }, join(folder, 'storage'), report)
    const dump = join(folder, 'schema.sql.part')
    if ('pgDump' in db) await writeFile(dump, await db.pgDump(SCHEMA_OPTIONS), { mode: 0o600 })
    else await runPgDump(config.databaseUrl ?? '', { file: dump, options: SCHEMA_OPTIONS })
    await writeSchema(dump, { file: join(folder, 'schema.sql'), serverRole })
    rmSync(dump)
  } finally {
    await db.close()
  }
  await copyFunctions(join(project.file.folder, 'functions'), join(folder, 'functions'), report)

  return `${report}\nWritten to ${folder}. data.sql has password hashes and secrets of second factors.`
}

function emptyFolder({ words: [given] }: ProjectCommand): string {
  if (!given) throw misused('export needs a folder')
  const folder = resolve(given)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0) throw new StartError(`${folder} is not empty.`)

  return folder
}

function openFactors({ config }: ProjectConfig): OpenFactor {
  const ring = keyring(loadSecrets(config).encryptionKeys)

  return (id, sealed) =>
    openSecret({ keyring: ring }, { id, secret_sealed: sealed, last_accepted_step: null })
}

async function exportRows(
  { client }: FurtherSession,
  { folder, open, report }: { folder: string; open: OpenFactor; report: Report },
): Promise<string> {
  const sql = sqlOf(client)
  const { rows } = await sql.query<{ role: string }>('select current_user as role')
  const role = rows[0]?.role ?? ''
  await writeFile(join(folder, 'roles.sql'), rolesSql(await exportedRoles(sql, role)))
  await sql.query('begin isolation level repeatable read')
  try {
    await exportData(sql, { file: join(folder, 'data.sql'), open, report })
  } finally {
    await sql.query('rollback')
  }

  return role
}
