import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { MailSenderOrder } from './mail-sender-program.ts'

/** Starts the program; resolves once its mail is in the outbox. */
export async function runMailSender(order: MailSenderOrder) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('mail-sender.js', import.meta.url)), JSON.stringify(order)],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const said = text(child.stderr)
  const gone = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)

  const died = gone.then(async ([code, signal]) => {
    throw new Error(`The program ended early (${code ?? signal}): ${await said}`)
  })
  await Promise.race([once(child.stdout, 'data'), died])
  died.catch(() => {})

  return { kill }
}
