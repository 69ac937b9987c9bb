import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { DatabasePlace } from '#db/open.ts'
import type { MailSenderOrder } from './mail-sender-program.ts'

/** Starts a server that writes a mail; resolves once that is in the outbox. */
export const runMailSender = (order: MailSenderOrder) => runProgram('mail-sender.js', order)

/** Starts a server with a job that never ends; resolves once that runs. */
export const runJobRunner = (place: DatabasePlace) => runProgram('job-runner.js', place)

async function runProgram(file: string, order: object) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(file, import.meta.url)), JSON.stringify(order)],
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
