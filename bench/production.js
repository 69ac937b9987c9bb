import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProgram } from './processes.js'
import { source } from './source.js'

const random = (bytes = 32) => randomBytes(bytes).toString('base64url')

/** The same for all, since several may run over one database. */
const ENCRYPTION_KEYS = `k1:${randomBytes(32).toString('base64')}`

/**
 * Starts the built product of a checkout at production settings; its log goes to a pipe that is read. Resolves when it
 * has also rendered its pages, which it does after it serves.
 */
export async function startProduction(checkout, { databaseUrl, jwtSecret, dataDir, env = {} }) {
  const { freePort } = await source('platform/test/databases/free-port.ts')
  const port = await freePort()

  const product = await startProgram(join(checkout, 'server/dist/main.js'), [], {
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      SITE_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      JWT_SECRET: jwtSecret,
      APP_ENCRYPTION_KEYS: ENCRYPTION_KEYS,
      PUBLISHABLE_KEY: `sb_publishable_${random(24)}`,
      SECRET_KEY: `sb_secret_${random(24)}`,
      MAIL_FROM: 'Gitferry <mail@example.test>',
      SMTP_URL: 'smtp://127.0.0.1:9',
      LEMON_SQUEEZY_API_KEY: random(),
      LEMON_SQUEEZY_STORE_ID: '1',
      LEMON_SQUEEZY_WEBHOOK_SECRET: random(),
      DRAIN_DELAY_MS: '0',
      ...env,
    },
  })
  await untilIdle(product)

  return product
}

const IDLE_MS_PER_SECOND = 30
const LONGEST_WAIT_S = 15

async function untilIdle({ cpuMs }) {
  for (let second = 0; second < LONGEST_WAIT_S; second++) {
    const before = cpuMs()
    await pause(1000)
    if (!(cpuMs() - before > IDLE_MS_PER_SECOND)) return
  }
}
