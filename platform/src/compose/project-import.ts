import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { machineClock } from '#clock/clock.ts'
import { misused, type ProjectCommand } from '#config/project-command.ts'
import type { ProjectConfig } from '#config/project-config.ts'
import { loadSecrets } from '#config/secrets.ts'
import { BUNDLED_EXTENSIONS } from '#db/bundled-extensions.ts'
import { openDatabase } from '#db/open.ts'
import { sealSecret } from '#identity/factors/factor-secret.ts'
import type { ServerLog } from '#log/log.ts'
import { openHostedStorage } from '#outside/hosted-storage.ts'
import { keyring } from '#sealing/keyring.ts'
import { absentSecrets, copyFunctions } from '#transfer/copy-functions.ts'
import { openFolderStorage } from '#transfer/folder-storage.ts'
import { type FileSource, importBytes } from '#transfer/import-bytes.ts'
import { importSql } from '#transfer/import-sql.ts'
import type { Report } from '#transfer/report.ts'
import { openBytes } from './open-files.ts'
import { locationOf, readProjectSql, schemaOf } from './project-database.ts'
import { secretsIn } from './project-functions.ts'
import { openSource, type ProjectSource } from './project-source.ts'

type Context = { project: ProjectConfig; command: ProjectCommand; log: ServerLog }

/** Moves a hosted project in: SQL and accounts, then files, then functions. Called again, it goes on where it ended. */
export async function importProject({ project, command, log }: Context): Promise<string> {
  const source = await openSource(command)
  try {
    const storage = storageOf(command, source.folder)
    const report = await importDatabase(project, source, { storage, log })
    await importFunctions(project, source.folder, report)

    return [report.toString(), ...(await secretsNeeded(project))].join('\n')
  } finally {
    await source.close()
  }
}

async function importDatabase(
  project: ProjectConfig,
  source: ProjectSource,
  { storage, log }: { storage: FileSource | null; log: ServerLog },
): Promise<Report> {
  const { config } = project
  const sql = await readProjectSql(project)
  const named = config.databaseUrl === null ? await source.extensions() : []
  const bundled = named.filter((name) => BUNDLED_EXTENSIONS.includes(name))
  const ring = keyring(loadSecrets(config).encryptionKeys)
  let report: Promise<Report> | undefined
  const db = await openDatabase({
    location: locationOf(project, sql, bundled),
    schema: schemaOf(project),
    clock: machineClock,
    migrating: {
      log,
      further: async (session) => {
        report = importSql(session, {
          project: sql,
          files: source.files,
          seal: (factorId, secret) => sealSecret({ keyring: ring }, factorId, secret),
        })
        await report
      },
    },
  })
  try {
    if (!report) throw new Error('The import was not called')
    const done = await report
    const bytes = await openBytes({ db, config, log, clock: machineClock })
    await importBytes({ db, bytes }, storage, done)
    return done
  } finally {
    await db.close()
  }
}

function storageOf({ storage, key }: ProjectCommand, folder: string | null): FileSource | null {
  if (storage !== null) {
    if (key === null) throw misused('--storage needs --key')
    return openHostedStorage({ url: storage, key })
  }
  const local = folder === null ? null : join(folder, 'storage')

  return local !== null && existsSync(local) ? openFolderStorage(local) : null
}

async function importFunctions(
  { file }: ProjectConfig,
  folder: string | null,
  report: Report,
): Promise<void> {
  if (folder === null) {
    report.add('left out', 'functions', {
      because: 'bring them with: supabase functions download',
    })
    return
  }
  await copyFunctions(join(folder, 'functions'), join(file.folder, 'functions'), report)
}

async function secretsNeeded({ file }: ProjectConfig): Promise<string[]> {
  const set = Object.keys({ ...file.functionSecrets, ...secretsIn(file.folder) })
  const absent = await absentSecrets(join(file.folder, 'functions'), set)

  return absent.length > 0
    ? [`Functions read these secrets, which supabase/functions/.env lacks: ${absent.join(', ')}`]
    : []
}
