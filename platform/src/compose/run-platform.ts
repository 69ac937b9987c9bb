import { machineClock } from '#clock/clock.ts'
import { readPlatformCommand } from '#config/platform-command.ts'
import {
  isProjectCommand,
  type ProjectCommand,
  readProjectCommand,
} from '#config/project-command.ts'
import { readProjectConfig } from '#config/project-config.ts'
import { writePrivately } from '#db/private-folder.ts'
import { StartError } from '#errors/start-error.ts'
import { openLog } from '#log/log.ts'
import { keepTicksFast } from './keep-ticks-fast.ts'
import { runProjectCommand } from './project-commands.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { startPlatform } from './start-platform.ts'
import { startProject } from './start-project.ts'

const args = process.argv.slice(2)

if (isProjectCommand(args)) await runProject()
else await runPlatform()

/** `npm run platform -- --db-uri <address> [--sql <folder>] [--functions <folder>]` */
async function runPlatform(): Promise<void> {
  keepTicksFast()
  writePrivately()
  await runUntilStopped(async () => {
    const { config, sql, functions } = readPlatformCommand(args)
    const log = openLog({ level: config.logLevel })

    return startPlatform({ config, sql, functions, clock: machineClock, log })
  })
}

/** `npm run platform -- <command>` for a project with a `supabase` folder. */
async function runProject(): Promise<void> {
  const command = readOrExit()
  if (command.name === 'start') {
    keepTicksFast()
    writePrivately()
    await runUntilStopped(async () => {
      const project = readProjectConfig(command)
      const log = openLog({ level: project.config.logLevel })

      return startProject({ project, clock: machineClock, log })
    })
    return
  }

  try {
    process.stdout.write(`${await runProjectCommand(command)}\n`)
    process.exit(0)
  } catch (error) {
    exitWith(error)
  }
}

function readOrExit(): ProjectCommand {
  try {
    return readProjectCommand(args)
  } catch (error) {
    exitWith(error)
  }
}

function exitWith(error: unknown): never {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${error instanceof StartError ? error.message : text}\n`)
  process.exit(1)
}
