import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { AtEnd } from '@app/platform/test/fresh-database.ts'
import { onTestFinished } from 'vitest'

/** The built server, as `npm start` runs it. */
export const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** Starts it in a process of its own, with these variables only. */
export function runServer(env: Record<string, string>, atEnd: AtEnd = onTestFinished) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  // Its last lines may be read after its exit.
  const exitCode = Promise.all([once(child, 'exit'), once(child.stderr, 'end')]).then(
    ([[code]]) => code as number | null,
  )
  atEnd(async () => {
    child.kill('SIGKILL')
    await exitCode
  })

  return {
    pid: child.pid,
    exitCode,
    said: () => said,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    untilReady: async () => {
      const lines: string[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line)
        if (line.startsWith('ready ')) return lines
      }
      throw new Error(`The server ended: ${said}`)
    },
  }
}
