import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '@app/platform/test/databases/free-port.ts'
import { freshLocation } from '@app/platform/test/fresh-database.ts'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const LIMIT_MS = 60_000

test(
  'in production every line is JSON: what is missing, and that the server is ready',
  async () => {
    const lines = await startProduction({ LOG_LEVEL: 'warn' })

    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(parsed.at(-1)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.+Z$/),
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      msg: 'ready',
    })
    expect(parsed.slice(0, -1)).toEqual(
      ['no GitHub App is configured', 'SUPPORT_EMAIL', 'REPOSITORY_URL', 'VIDEO_CHANNEL_URL'].map(
        (start) => expect.objectContaining({ level: 'warn', msg: expect.stringContaining(start) }),
      ),
    )
  },
  LIMIT_MS,
)

test(
  'a production server that logs nothing still says that it is ready',
  async () => {
    const [line = '', ...more] = await startProduction({ LOG_LEVEL: 'silent' })

    expect(JSON.parse(line)).toMatchObject({ msg: 'ready' })
    expect(more).toEqual([])
  },
  LIMIT_MS,
)

/** The built server; resolves with its lines up to the one that says that it is ready. */
async function startProduction(env: Record<string, string>): Promise<string[]> {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('Production needs a PostgreSQL server')
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-production-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const port = String(await freePort())
  const random = () => randomBytes(20).toString('hex')
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: port,
      SITE_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: folder,
      DATABASE_URL: location.url,
      APP_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      JWT_SECRET: random(),
      PUBLISHABLE_KEY: `sb_publishable_${random()}`,
      MAIL_FROM: 'hello@gitferry.test',
      SMTP_URL: 'smtp://127.0.0.1:9',
      LEMON_SQUEEZY_API_KEY: random(),
      LEMON_SQUEEZY_STORE_ID: '7',
      LEMON_SQUEEZY_WEBHOOK_SECRET: random(),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })

  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.includes('ready')) return lines
  }
  throw new Error(`The server ended: ${lines.join('\n')}`)
}
