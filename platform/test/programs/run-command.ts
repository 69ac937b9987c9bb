import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Starts `npm run rest`. */
export const runRest = (args: string[], env: Record<string, string> = {}) =>
  runCommand('run-rest.js', args, env)

/** Starts `npm run platform`. */
export const runPlatform = (args: string[], env: Record<string, string> = {}) =>
  runCommand('run-platform.js', args, env)

/** The built command. Resolves once it serves, or rejects with what it complained about. */
async function runCommand(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(`../../dist/${program}`, import.meta.url)), ...args],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    },
  )
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  let printed = ''
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const url = /^ready (.+)$/m.exec(printed)?.[1]
      if (url) resolve(url)
    })
  })
  // After its output is complete.
  const ended = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const died = ended.then(() => Promise.reject(new Error(complaint || 'The command ended early')))
  const url = await Promise.race([ready, died])
  died.catch(() => {})

  return {
    url,
    ended,
    printed: () => printed,
    stop: () => child.kill('SIGTERM'),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
