import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { machineClock } from '#clock/clock.ts'
import { KEY_VARIABLE, misused, type ProjectCommand } from '#config/project-command.ts'
import type { ProjectConfig } from '#config/project-config.ts'
import { loadSecrets } from '#config/secrets.ts'
import { BUNDLED_EXTENSIONS } from '#db/bundled-extensions.ts'
import { openDatabase } from '#db/open.ts'
import { StartError } from '#errors/start-error.ts'
import { sealSecret } from '#identity/factors/factor-secret.ts'
import type { ServerLog } from '#log/log.ts'
import { openHostedStorage } from '#outside/hosted-storage.ts'
import { keyring } from '#sealing/keyring.ts'
import { absentSecrets, copyFunctions } from '#transfer/copy-functions.ts'
import { openFolderStorage } from '#transfer/folder-storage.ts'
import { type FileSource, importBytes } from '#transfer/import-bytes.ts'
import { importSql } from '#transfer/import-sql.ts'
import type { Report } from '#transfer/report.ts'
import { noteImport } from './noted-import.ts'
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
    noteImport(project.config.dataDir, command.from)

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

function storageOf(command: ProjectCommand, folder: string | null): FileSource | null {
  const { storage } = command
  if (storage !== null) return openHostedStorage({ url: storage, key: keyOf(command) })
  const local = folder === null ? null : join(folder, 'storage')

  return local !== null && existsSync(local) ? openFolderStorage(local) : null
}

const STANDARD_INPUT = 0

/** Never an argument: other users of the machine can read those. */
function keyOf({ keyFile, key }: ProjectCommand): string {
  const found = keyFile === null ? key : readKey(keyFile)
  if (!found?.trim()) throw misused(`--storage needs a key: --key-file or ${KEY_VARIABLE}`)

  return found.trim()
}

function readKey(file: string): string {
  try {
    return readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8')
  } catch {
    throw new StartError(`The file of --key-file cannot be read: ${file}`)
  }
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
