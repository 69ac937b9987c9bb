import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { MigrateOptions } from '#db/migrate.ts'
import type { OpenOptions } from '#db/open.ts'

type Given = Pick<OpenOptions, 'place' | 'schema'> & {
  migrating?: Pick<MigrateOptions, 'portionRows'>
}

/** Starts a process that migrates. */
export function runMigrator(given: Given) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('migrator.js', import.meta.url)), JSON.stringify(given)],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const gone = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)

  return { kill }
}
