import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { bundledProgram } from './bundled-program.ts'
import type { JobRunnerOrder } from './job-runner-program.ts'
import type { MailSenderOrder } from './mail-sender-program.ts'

/** Starts a server that writes a mail; resolves once that is in the outbox. */
export const runMailSender = (order: MailSenderOrder) => runProgram('mail-sender', order)

/** Starts a server with a job that never ends; resolves once that runs. */
export const runJobRunner = (order: JobRunnerOrder) => runProgram('job-runner', order)

async function runProgram(name: string, order: object) {
  const child = spawn(process.execPath, [await bundledProgram(name), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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
