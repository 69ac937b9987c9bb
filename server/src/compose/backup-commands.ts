import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { machineClock } from '@app/platform/clock/clock.ts'
import { openBucket } from '@app/platform/compose/open-files.ts'
import { jwtKeysText } from '@app/platform/config/auth-keys.ts'
import { loadSecrets, type Secrets } from '@app/platform/config/secrets.ts'
import { copyDatabase } from '@app/platform/db/copy-database.ts'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { dumpNames, restoreDump, writeDump } from '@app/platform/db/dumps.ts'
import { heldBy } from '@app/platform/db/folder-lock.ts'
import { StartError } from '@app/platform/errors/start-error.ts'
import { openLog } from '@app/platform/log/log.ts'
import type { Config } from '#config/config.ts'
import { readConfig } from '#config/read-config.ts'
import { isBackup, openBackup, sealBackup } from './backup-file.ts'
import { checkDatabase } from './check-database.ts'
import { openConfiguredDatabase, openForCommand } from './open-database.ts'

/** Operator commands that keep a database, put it back and carry it elsewhere. */
export const backupCommands = {
  dump: {
    use: 'dump                       writes a dump of the embedded database now (stop the product first)',
    run: async () => `Written to ${await dumpNow(embedded(readConfig()))}.`,
  },
  restore: {
    use: 'restore <dump>             puts a dump of the embedded database in its place (stop the product first)',
    run: async ([dump]: string[]) => {
      if (!dump) throw new StartError('Which dump? They lie in DATA_DIR/dumps.')
      const { kept } = await restoreDump(readConfig().dataDir, resolve(dump))

      return `Restored.${kept ? ` The database as it was is kept in ${kept}.` : ''}`
    },
  },
  backup: {
    use: 'backup <file>              writes dump and secrets of the embedded database to a file, under a passphrase',
    run: ([file]: string[]) => backUp(embedded(readConfig()), named(file)),
  },
  'restore-backup': {
    use: 'restore-backup <file>      puts dump and secrets of such a file in their place (stop the product first)',
    run: ([file]: string[]) => restoreBackup(embedded(readConfig()), named(file)),
  },
  'check-restore': {
    use: 'check-restore <what>       whether a database at an address, a dump or a backup is whole and fits the secrets',
    run: ([what = '']: string[]) => checkRestore(readConfig(), what),
  },
  'move-to': {
    use: 'move-to <address>          copies the embedded database into an empty one of a PostgreSQL server (stop the product first)',
    run: ([address = '']: string[]) => moveTo(embedded(readConfig()), address),
  },
}

function embedded(config: Config): Config {
  if (config.databaseUrl === null) return config
  throw new StartError(
    'This is for the embedded database, and DATABASE_URL names a server. Its own tools keep that one: see the chapter on backups in docs/operations.md.',
  )
}

function named(file: string | undefined): string {
  if (!file) throw new StartError('Which file?')
  return resolve(file)
}

const secretsIn = (dataDir: string) => join(dataDir, 'secrets.json')
const dumpsIn = (dataDir: string) => join(dataDir, 'dumps')

async function dumpNow(config: Config): Promise<string> {
  const clock = machineClock
  const database = await openForCommand(config, clock)

  try {
    if (!('dump' in database)) throw new Error('Only the embedded database is dumped')
    return await writeDump({ app: config.app.name, database, dataDir: config.dataDir, clock })
  } finally {
    await database.close()
  }
}

/** A dump of now if nothing runs, else the newest that the product wrote. */
async function backUp(config: Config, file: string): Promise<string> {
  const { dataDir } = config
  if (existsSync(file)) throw new StartError(`${file} exists.`)
  const passphrase = await readPassphrase()
  const isRunning = heldBy(dataDir) !== null
  const dump = isRunning ? await newestDump(dataDir) : await dumpNow(config)
  const sealed = await sealBackup(
    {
      name: basename(dump),
      // Empty where the environment has all of them.
      secrets: await readFile(secretsIn(dataDir), 'utf8').catch(() => ''),
      dump: await readFile(dump),
    },
    passphrase,
  )
  await writeWhole(file, sealed)

  const since = isRunning ? ' The product runs, so this is the newest dump that it wrote.' : ''
  return `${basename(dump)} and its secrets are in ${file}.${since}`
}

async function newestDump(dataDir: string): Promise<string> {
  const [newest] = await dumpNames(dumpsIn(dataDir))
  if (newest) return join(dumpsIn(dataDir), newest)

  throw new StartError(
    'The product runs and has not written a dump yet. Stop it first, or wait for the first of its daily dumps.',
  )
}

async function restoreBackup({ dataDir }: Config, file: string): Promise<string> {
  const { name, secrets, dump } = await readBackup(file)
  const folder = await mkdtemp(join(existingParent(dataDir), '.restoring-'))

  try {
    const copy = join(folder, name)
    await writeFile(copy, dump, { mode: 0o600 })
    const { kept } = await restoreDump(dataDir, copy)
    const keptSecrets = secrets === '' ? null : await replaceSecrets(dataDir, secrets)

    return [
      'Restored.',
      ...[kept, keptSecrets].flatMap((path) => (path ? `Kept: ${path}.` : [])),
    ].join(' ')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function replaceSecrets(dataDir: string, secrets: string): Promise<string | null> {
  const file = secretsIn(dataDir)
  const kept = existsSync(file) ? `${file}.before-restore-${Date.now()}` : null
  if (kept) await rename(file, kept)
  await writeWhole(file, Buffer.from(secrets))

  return kept
}

async function readBackup(file: string) {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`)
  const bytes = await readFile(file)
  if (!isBackup(bytes)) throw new StartError(`${file} was not written by the command backup.`)

  return openBackup(file, bytes, await readPassphrase())
}

/** The first folder upwards that exists: a new machine has no data folder yet. */
function existingParent(folder: string): string {
  return existsSync(folder) ? folder : existingParent(dirname(folder))
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await writeFile(`${file}.part`, bytes, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

/** An address from the command line is the only one of its database. */
const placeAt = ({ postgres }: Config, databaseUrl: string) => ({
  databaseUrl,
  postgres: { ...postgres, directUrl: null },
})

const IS_ADDRESS = /^postgres(?:ql)?:\/\//

async function checkRestore(config: Config, what: string): Promise<string> {
  if (what === '')
    throw new StartError('Of what? An address (postgres://…), a dump, or a file of backup.')
  if (IS_ADDRESS.test(what))
    return check({ ...config, ...placeAt(config, what) }, loadSecrets(config))

  return checkFile(config, resolve(what))
}

/** Opened in a folder of its own, which is removed afterwards. */
async function checkFile(config: Config, file: string): Promise<string> {
  if (!existsSync(file) || !(await stat(file)).isFile())
    throw new StartError(`There is no file ${file}.`)
  const bytes = await readFile(file)
  const backup = isBackup(bytes) ? await openBackup(file, bytes, await readPassphrase()) : null
  const dataDir = await mkdtemp(join(existingParent(config.dataDir), '.checking-'))

  try {
    const own = { ...config, databaseUrl: null, dataDir }
    if (backup) {
      await writeFile(join(dataDir, 'dump.tar.gz'), backup.dump, { mode: 0o600 })
      if (backup.secrets !== '') await writeWhole(secretsIn(dataDir), Buffer.from(backup.secrets))
    }
    await restoreDump(dataDir, backup ? join(dataDir, 'dump.tar.gz') : file)

    return await check(own, loadSecrets(backup?.secrets ? own : config))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function check(config: Config, secrets: Secrets): Promise<string> {
  const clock = machineClock
  const log = openLog({ level: config.logLevel })
  const s3 = await openBucket({ clock, log, config })
  const db = await openForCommand(config, clock)

  try {
    const { isWhole, lines } = await checkDatabase({ db, secrets, clock, s3 })
    const report = ['ok     schema   is of this version', ...lines].join('\n')
    if (!isWhole) throw new StartError(report)

    return report
  } finally {
    await db.close()
  }
}

async function moveTo(config: Config, address: string): Promise<string> {
  if (!IS_ADDRESS.test(address))
    throw new StartError(
      'Where to? An address of an empty database: postgres://user:password@host/database',
    )
  const clock = machineClock
  const from = await openForCommand(config, clock)

  try {
    const to = await openConfiguredDatabase({ ...config, ...placeAt(config, address) }, clock, {})
    try {
      await requireEmpty(to)
      const counts = await copyDatabase(from, to)
      const rows = [...counts.values()].reduce((all, count) => all + count, 0)

      return [
        `# ${rows} rows of ${counts.size} tables are there. The embedded database stays as it was.`,
        '# Every server over the new one needs these:',
        `DATABASE_URL=${address}`,
        ...secretLines(loadSecrets(config)),
      ].join('\n')
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

async function requireEmpty(db: Database): Promise<void> {
  const { rows } = await db.ask(theServer, { text: 'select from auth.users limit 1' })
  if (rows.length > 0)
    throw new StartError('There are accounts in that database already. Nothing was changed.')
}

const secretLines = ({ encryptionKeys, signing, apiKeys }: Secrets): string[] => [
  `APP_ENCRYPTION_KEYS=${encryptionKeys.map(({ id, bytes }) => `${id}:${bytes.toString('base64')}`).join(',')}`,
  ...(signing.jwks.length > 0 ? [`JWT_KEYS=${jwtKeysText(signing.jwks)}`] : []),
  ...(signing.secret ? [`JWT_SECRET=${signing.secret}`] : []),
  `PUBLISHABLE_KEY=${apiKeys.publishable ?? ''}`,
  `SECRET_KEY=${apiKeys.secret ?? ''}`,
]

const LEAST_CHARACTERS = 12

/** The first line of standard input. At a terminal it is asked for, and what is typed is not shown. */
async function readPassphrase(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true
  if (isTerminal) process.stderr.write('Passphrase: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal })
  // Ctrl-C and Ctrl-D end the input without a line.
  lines.once('SIGINT', () => lines.close())
  const passphrase = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  if (isTerminal) process.stderr.write('\n')

  if (passphrase.length < LEAST_CHARACTERS) {
    throw new StartError(
      `A passphrase of at least ${LEAST_CHARACTERS} characters is needed: type it, or pass it as the first line of standard input.`,
    )
  }
  return passphrase
}
