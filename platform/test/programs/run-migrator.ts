import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { MigrateOptions } from '#db/migrate.ts'
import type { OpenOptions } from '#db/open.ts'
import { bundledProgram } from './bundled-program.ts'

export type MigratorOrder = Pick<OpenOptions, 'location' | 'schema'> & {
  migrating?: Pick<MigrateOptions, 'portionRows'>
}

/** Starts a process that migrates. */
export async function runMigrator(order: MigratorOrder) {
  const child = spawn(process.execPath, [await bundledProgram('migrator'), JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)

  return { kill }
}
