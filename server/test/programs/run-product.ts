import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { MAIN } from './run-server.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The built server over a data folder of the test's, on a disk that is full while the marker file exists. */
export async function runProduct(env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ['--import', pathToFileURL(file('disk-full-hook.js')).href, MAIN],
    {
      cwd: file('../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    },
  )
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const logged: string[] = []
  const serving = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      logged.push(line)
      const url = /^ready (\S+)/.exec(line)?.[1]
      if (url) resolve(url)
    })
  })
  const died = ended.then(() => Promise.reject(new Error(`It ended early: ${logged.join('\n')}`)))
  died.catch(() => {})

  return { url: await Promise.race([serving, died]), logged }
}
