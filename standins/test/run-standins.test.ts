import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openMailbox } from './open-mailbox.ts'
import { mailSource, sendMail, transmit } from './send-mail.ts'
import { SmtpClient } from './smtp-client.ts'
import { temporaryFolder } from './temporary-folder.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
let program: string

beforeAll(async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'standins-built-'))
  await writeFile(join(outDir, 'package.json'), '{"type":"module"}')
  await build({ root: ROOT, logLevel: 'error', build: { outDir } })
  program = join(outDir, 'main.js')

  return () => rm(outDir, { recursive: true })
})

test('each stand-in prints one line when it listens', async () => {
  const { line } = await runMailbox(await temporaryFolder())

  expect(line).toEqual({
    standin: 'mailbox',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    smtp: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+\?tls\.rejectUnauthorized=false$/),
  })
})

test('GitHub prints two addresses, for its pages and for its API, and Google one', async () => {
  const child = run(['--data-dir', await temporaryFolder(), '--github', '0', '--google', '0'])
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()

  const github = JSON.parse((await lines.next()).value)
  const google = JSON.parse((await lines.next()).value)

  expect(github).toMatchObject({ standin: 'github', api: expect.stringMatching(/^http:/) })
  expect((await fetch(`${github.api}/rate_limit`)).status).toBe(200)
  expect((await fetch(`${github.url}/_control/look.css`)).status).toBe(200)
  expect(
    await (await fetch(`${google.url}/.well-known/openid-configuration`)).json(),
  ).toMatchObject({
    issuer: google.url,
  })
})

test('no mail that was acknowledged is lost when the process is killed', async () => {
  const dataDir = await temporaryFolder()
  const { child, line } = await runMailbox(dataDir)
  const acknowledged: string[] = []

  await Promise.all([1, 2, 3].map((sender) => keepSending(line.smtp, sender, acknowledged, child)))
  const after = await openMailbox(dataDir)
  const kept = (await after.messages('?limit=1000')).map(({ subject }) => subject)

  expect(acknowledged.length).toBeGreaterThanOrEqual(30)
  expect(kept).toEqual(expect.arrayContaining(acknowledged))
  expect(await draftsIn(dataDir)).toEqual([])
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s stops it with exit code 0', async (signal) => {
  const dataDir = await temporaryFolder()
  const { child, line } = await runMailbox(dataDir)
  await sendMail(line.smtp, { source: mailSource('', { Subject: 'Before the end' }) })

  child.kill(signal)
  const [exitCode] = await once(child, 'exit')

  expect(exitCode).toBe(0)
  expect(await (await openMailbox(dataDir)).messages()).toHaveLength(1)
})

test('it stops when its parent process ends', async () => {
  const { child } = await runMailbox(await temporaryFolder())

  child.stdin?.destroy()
  const [exitCode] = await once(child, 'exit')

  expect(exitCode).toBe(0)
})

test('a port in use is reported in one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number }

  const { exitCode, stderr } = await runToTheEnd(['--mailbox', '0', '--mailbox-smtp', String(port)])

  expect(exitCode).toBe(1)
  expect(stderr).toBe(`The mailbox stand-in cannot start: port ${port} is already in use.\n`)
})

test('a bad port is refused in one sentence', async () => {
  const { exitCode, stderr } = await runToTheEnd(['--mailbox', 'soon'])

  expect(exitCode).toBe(1)
  expect(stderr).toBe('--mailbox must be a port number, not "soon".\n')
})

type Line = { standin: string; url: string; smtp: string }

async function runMailbox(dataDir: string): Promise<{ child: ChildProcess; line: Line }> {
  const child = run(['--data-dir', dataDir, '--mailbox', '0'])
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]

  return { child, line: JSON.parse(line) }
}

async function runToTheEnd(args: string[]) {
  const child = run(['--data-dir', await temporaryFolder(), ...args])
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const [exitCode] = await once(child, 'close')

  return { exitCode, stderr }
}

function run(args: string[]) {
  const child = spawn(process.execPath, [program, ...args])
  onTestFinished(() => void child.kill('SIGKILL'))

  return child
}

/** Sends one mail after the other, and kills the mailbox in the middle of it. */
async function keepSending(
  smtpUrl: string,
  sender: number,
  acknowledged: string[],
  child: ChildProcess,
) {
  const client = await SmtpClient.greeted(smtpUrl)
  try {
    for (let mail = 1; ; mail += 1) {
      const subject = `mail ${mail} of sender ${sender}`
      await transmit(client, { source: mailSource('x'.repeat(20_000), { Subject: subject }) })
      acknowledged.push(subject)
      if (acknowledged.length === 30) child.kill('SIGKILL')
    }
  } catch {
    // The connection ends because the test killed the mailbox.
  }
}

async function draftsIn(dataDir: string): Promise<string[]> {
  const files = await readdir(dataDir, { recursive: true })

  return files.filter((name) => name.endsWith('.draft'))
}
