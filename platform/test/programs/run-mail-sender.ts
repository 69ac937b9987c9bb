import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { MailSenderOrder } from './mail-sender-program.ts'

/** Starts the program; resolves once its mail is in the outbox. */
export async function runMailSender(order: MailSenderOrder) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('mail-sender.js', import.meta.url)), JSON.stringify(order)],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const gone = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)

  const died = gone.then(() => Promise.reject(new Error('The program died early')))
  await Promise.race([once(child.stdout, 'data'), died])
  died.catch(() => {})

  return { kill }
}
