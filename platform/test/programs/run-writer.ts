import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { DatabaseLocation } from '#db/open.ts'
import { schema } from '#test/databases/folders.ts'
import { bundledProgram } from './bundled-program.ts'

/** Starts the writer; resolves once it has written so many rows. */
export async function runWriter(location: DatabaseLocation, rows: number) {
  const child = spawn(
    process.execPath,
    [await bundledProgram('writer'), JSON.stringify({ location, schema })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  // Its last lines may be read after its exit.
  const gone = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await gone
  })

  let acknowledged = 0
  const lines = createInterface({ input: child.stdout })
  await new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      acknowledged = Number(line) || acknowledged
      if (acknowledged >= rows) resolve()
    })
  })

  return {
    pid: child.pid,
    /** Kills it as a power cut would, and says how many rows it had been promised. */
    kill: async () => {
      child.kill('SIGKILL')
      await gone
      return acknowledged
    },
  }
}
