import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { machineClock } from '#clock/clock.ts'
import { misused, type ProjectCommand } from '#config/project-command.ts'
import { type ProjectConfig, readProjectConfig } from '#config/project-config.ts'
import { heldBy } from '#db/folder-lock.ts'
import { writePrivately } from '#db/private-folder.ts'
import { StartError } from '#errors/start-error.ts'
import { openLog, type ServerLog } from '#log/log.ts'
import { type AppliedProject, applyProject, sqlOf } from '#project/apply-project.ts'
import { deleteEverything } from '#project/delete-everything.ts'
import { exampleFiles, initFiles } from '#project/init-files.ts'
import { listMigrations, repairMigration } from '#project/list-migrations.ts'
import { forgetImport, notedImport } from './noted-import.ts'
import { checkProject } from './project-check.ts'
import { readProjectSql, workInProject } from './project-database.ts'
import { exportProject } from './project-export.ts'
import { importProject } from './project-import.ts'
import { showStatus } from './project-status.ts'
import { projectTypes } from './project-types.ts'

type Context = { project: ProjectConfig; command: ProjectCommand; log: ServerLog }

/** Runs a command that ends by itself, and answers what it prints. */
export async function runProjectCommand(command: ProjectCommand): Promise<string> {
  if (command.name === 'init') return init(command)
  if (command.name === 'migrate' && command.words[0] === 'new') return newMigration(command)

  writePrivately()
  const project = readProjectConfig(command)
  const log = openLog({ level: project.config.logLevel })
  const context = { project, command, log }
  switch (command.name) {
    case 'migrate':
      return migrate(context)
    case 'reset':
      return reset(context)
    case 'types':
      return types(context)
    case 'import':
      return command.isCheck ? checkProject(context) : importProject(context)
    case 'export':
      return exportProject(context)
    case 'status':
      return showStatus(project, command.output)
    default:
      throw misused(`${command.name} does not end by itself`)
  }
}

function init({ folder, withExample }: ProjectCommand): string {
  const id = basename(dirname(folder)).replace(/[^\w-]+/g, '-') || 'project'
  const files = withExample ? exampleFiles(id) : initFiles(id)
  const lines = Object.entries(files).map(([path, text]) => {
    const file = join(folder, path)
    if (existsSync(file)) return `kept     supabase/${path}`

    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx', mode: 0o644 })
    return `created  supabase/${path}`
  })
  return lines.join('\n')
}

function newMigration({ folder, words }: ProjectCommand): string {
  const name = words.slice(1).join('_')
  if (!/^[\w-]{1,100}$/.test(name)) {
    throw misused('migrate new needs a name of letters, digits, - and _')
  }
  const version = machineClock.now().toISOString().replace(/\D/g, '').slice(0, 14)
  const path = join('migrations', `${version}_${name}.sql`)
  mkdirSync(join(folder, 'migrations'), { recursive: true })
  writeFileSync(join(folder, path), '', { flag: 'wx', mode: 0o644 })

  return `created  supabase/${path}`
}

async function migrate(context: Context): Promise<string> {
  const { command, project, log } = context
  const [what = 'up', version] = command.words
  const sql = await readProjectSql(project, command)

  switch (what) {
    case 'up':
      return applied(
        await workInProject(project, sql, log, (session) => applyProject(session, sql, log)),
      )
    case 'list':
      return workInProject(project, sql, log, ({ client }) =>
        listMigrations(sqlOf(client), sql.migrations),
      )
    case 'repair':
      if (!version || !/^[0-9]+$/.test(version)) throw misused('migrate repair needs a version')
      return workInProject(project, sql, log, ({ client }) =>
        repairMigration(sqlOf(client), { version, to: command.repairTo, files: sql.migrations }),
      )
    default:
      throw misused(`There is no command migrate ${what}`)
  }
}

async function reset(context: Context): Promise<string> {
  const { command, project, log } = context
  const { databaseUrl, dataDir } = project.config
  const sql = await readProjectSql(project)
  const again = notedImport(dataDir)
  if (!command.isConfirmed) refuseUnconfirmed(databaseUrl !== null, again)
  if (databaseUrl === null) deleteFolder(dataDir)
  else await workInProject(project, sql, log, deleteEverything)
  forgetImport(dataDir)
  const done = await workInProject(project, sql, log, (session) => applyProject(session, sql, log))

  return again === null
    ? applied(done)
    : `${applied(done)}\nWhat was imported is gone. To import it again: ${again}`
}

/** Migrations rarely contain what an import brought. */
function refuseUnconfirmed(isServer: boolean, again: string | null): void {
  const imported = `what came by: ${again}\nMigrations and seeds do not bring it back`
  if (!isServer && again === null) return
  const what = again === null ? 'everything in the database of --db-uri' : imported

  throw new StartError(`reset deletes ${what}: add --yes.`)
}

async function types({ project, log }: Context): Promise<string> {
  const sql = await readProjectSql(project)

  return workInProject(project, sql, log, (session) => projectTypes(project, session))
}

/** The keys stay, so that clients need no new ones. */
function deleteFolder(dataDir: string): void {
  const holder = heldBy(dataDir)
  if (holder !== null) {
    throw new StartError(`The project is served by process ${holder}. Stop it first.`)
  }
  for (const name of ['postgres', 'postgres.unfinished', 'extensions.json']) {
    rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

const applied = ({ migrations, seeds }: AppliedProject): string =>
  [...migrations, ...seeds].map((path) => `applied  ${path}`).join('\n') || 'nothing to apply'
