import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Starts the command; resolves once it serves. */
export async function runRest(args: string[], env: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('serve-rest.js', import.meta.url)), ...args],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    },
  )
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const died = ended.then(() => Promise.reject(new Error('The command ended early')))
  const [line] = await Promise.race([once(child.stdout, 'data'), died])
  died.catch(() => {})

  return {
    url: /^ready (.+)$/m.exec(String(line))?.[1],
    ended,
    stop: () => child.kill('SIGTERM'),
  }
}
