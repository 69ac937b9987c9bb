import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './root.js'
import { Refusal } from './run.js'

/**
 * The stand-ins in the order of their ports after PORT. A stand-in runs if the real service's variable is unset; the server gets its URL
 * through that variable.
 */
const STANDINS = [
  {
    name: 'mailbox',
    ports: ['mailbox', 'mailbox-smtp'],
    unlessSet: 'SMTP_URL',
    // Its STARTTLS certificate is self-signed.
    env: ([, smtp]) => ({ SMTP_URL: `smtp://127.0.0.1:${smtp}?tls.rejectUnauthorized=false` }),
  },
  {
    name: 'github',
    ports: ['github', 'github-api'],
    unlessSet: 'GITHUB_APP_CLIENT_ID',
    env: ([web, api], folder) => ({
      GITHUB_WEB_URL: `http://127.0.0.1:${web}`,
      GITHUB_API_URL: `http://127.0.0.1:${api}`,
      GITHUB_APP_CLIENT_ID: 'gitferry-local',
      GITHUB_APP_CLIENT_SECRET: 'gitferry-local-secret',
      GITHUB_APP_ID: '4001',
      GITHUB_APP_SLUG: 'gitferry-local',
      GITHUB_APP_WEBHOOK_SECRET: 'gitferry-local-webhook-secret',
      GITHUB_APP_PRIVATE_KEY: keyIn(join(folder, 'github')),
      GITHUB_FEEDBACK_REPO: 'lanternworks/website',
    }),
  },
  {
    name: 'google',
    ports: ['google'],
    unlessSet: 'GOOGLE_CLIENT_ID',
    env: ([port]) => ({
      GOOGLE_ISSUER: `http://127.0.0.1:${port}`,
      GOOGLE_CLIENT_ID: 'gitferry-local',
      GOOGLE_CLIENT_SECRET: 'gitferry-local-secret',
    }),
  },
  {
    name: 'newsletter',
    ports: ['newsletter'],
    unlessSet: 'NEWSLETTER_URL',
    env: ([port]) => ({
      NEWSLETTER_URL: `http://127.0.0.1:${port}`,
      NEWSLETTER_U: 'gitferry-local',
      NEWSLETTER_ID: 'newsletter',
      NEWSLETTER_GROUP: '7',
    }),
  },
  {
    name: 'checkout',
    ports: ['checkout', 'checkout-api'],
    unlessSet: 'LEMON_SQUEEZY_API_KEY',
    env: ([pages, api]) => ({
      LEMON_SQUEEZY_API_URL: `http://127.0.0.1:${api}`,
      LEMON_SQUEEZY_DASHBOARD_URL: `http://127.0.0.1:${pages}`,
      LEMON_SQUEEZY_API_KEY: 'gitferry-local-api-key',
      LEMON_SQUEEZY_STORE_ID: '1',
      LEMON_SQUEEZY_WEBHOOK_SECRET: 'gitferry-local-webhook-secret',
      LEMON_SQUEEZY_TEST_MODE: 'true',
    }),
  },
  {
    name: 'builder',
    ports: ['builder'],
    unlessSet: 'BUILDER_URL',
    env: ([port]) => ({ BUILDER_URL: `http://127.0.0.1:${port}` }),
  },
  {
    name: 'saml',
    ports: ['saml'],
    // Off by default, so nobody would use it.
    onlyWith: 'AUTH_SAML_ENABLED',
    env: () => ({ AUTH_SAML_LOOPBACK_METADATA: 'true' }),
  },
]

/** The product's own port, and those of all stand-ins after it. */
export const portCount = 1 + STANDINS.flatMap(({ ports }) => ports).length

/**
 * Starts stand-ins and server; `ended` resolves with the exit code. Stopping one stops all. The server's output is forwarded once the
 * stand-ins listen, so that `ready …` applies to all of them.
 */
export async function launch({ env }) {
  const chosen = chooseStandins(env)
  const start = () => startServer({ env, chosen, folder: `${root}server/dist` })
  // First, because it takes longest.
  let server = start()
  const standins =
    chosen.length > 0 ? startStandins({ env, chosen, folder: `${root}standins/dist` }) : null
  standins?.child.once('exit', () => server.kill('SIGTERM'))

  let isRestarting = false
  const ended = new Promise((resolve) => {
    const watch = (child) =>
      child.once('exit', (code) => {
        if (isRestarting) return watchNext()
        standins?.child.kill('SIGTERM')
        resolve(code ?? 1)
      })
    const watchNext = () => {
      isRestarting = false
      server = start()
      watch(server)
    }
    watch(server)
  })
  await standins?.listening
  return {
    output: server.stdout,
    ended,
    stop: (signal = 'SIGTERM') => server.kill(signal),
    /** Ends the server and starts it again beside its stand-ins; resolves with the new output. */
    async restart() {
      isRestarting = true
      const old = server
      old.kill('SIGTERM')
      await once(old, 'exit')
      return server.stdout
    },
  }
}

// Own process groups, so that Ctrl-C only reaches the children through this process. They end when their
// stdin closes, so that a killed start script leaves no process behind.
const OWN_GROUP = { detached: true, stdio: ['pipe', 'pipe', 'inherit'] }

/** Whether the server is about to create its embedded database, for which an image saves time. */
export const needsNewDatabase = (env) =>
  !isSet(env, 'DATABASE_URL') && !existsSync(join(dataDir(env), 'postgres'))

/** Secrets may come from a file, which the server reads. */
const isSet = (env, name) => Boolean(env[name] || env[`${name}_FILE`])

const dataDir = (env) => resolve(env.DATA_DIR || '.data')

/** Moving the clock by a stand-in's control API moves it for the product as well. */
const clockFile = (env) => join(standinsDir(env), 'clock.json')

const standinsDir = (env) => join(dataDir(env), 'standins')

/** The product's address, for webhooks and redirects of the stand-ins. */
const productUrl = (env) => env.SITE_URL || `http://localhost:${env.PORT || 3000}`

/** The server from the folder of its build. It ends with this process. */
export function startServer({ env, chosen, folder }) {
  return spawn(process.execPath, ['--enable-source-maps', join(folder, 'main.js')], {
    ...OWN_GROUP,
    env: {
      ...env,
      ...Object.assign({}, ...chosen.map((one) => one.env(one.numbers, standinsDir(env)))),
      ...(chosen.length > 0 && env.NODE_ENV !== 'production' && { CLOCK_FILE: clockFile(env) }),
      STOP_WITH_STDIN: 'true',
      STANDINS_RUNNING: chosen
        .map((one) => `${one.name}=http://127.0.0.1:${one.numbers[0]}`)
        .join(','),
    },
  })
}

/** The stand-ins that this environment needs, with their ports. */
export function chooseStandins(env) {
  const mode = env.STANDINS || (env.NODE_ENV === 'production' ? 'off' : 'auto')
  if (mode === 'off') return []

  let next = Number(env.PORT || 3000) + 1
  return STANDINS.map((one) => ({ ...one, numbers: one.ports.map(() => next++) })).filter(
    ({ unlessSet, onlyWith }) =>
      onlyWith ? env[onlyWith] === 'true' : mode === 'on' || !isSet(env, unlessSet),
  )
}

/** The stand-ins from the folder of their build; `listening` resolves when all of them do. */
export function startStandins({ env, chosen, folder }) {
  const ports = chosen.flatMap(({ ports, numbers }) =>
    ports.flatMap((name, i) => [`--${name}`, String(numbers[i])]),
  )
  const child = spawn(
    process.execPath,
    [
      '--enable-source-maps',
      join(folder, 'main.js'),
      '--data-dir',
      dataDir(env),
      '--product',
      productUrl(env),
      '--code-host',
      codeHostUrl({ env, chosen }),
      ...(env.API_URL ? ['--product-api', env.API_URL] : []),
      ...ports,
    ],
    { ...OWN_GROUP, env },
  )

  return { child, listening: allListen(child, chosen.length) }
}

/** The builder stand-in clones from where the product pushes to. */
function codeHostUrl({ env, chosen }) {
  const github = chosen.find(({ name }) => name === 'github')

  return github
    ? `http://127.0.0.1:${github.numbers[0]}`
    : env.GITHUB_WEB_URL || 'https://github.com'
}

/** Each stand-in prints one line when it listens. */
async function allListen(child, count) {
  let listening = 0
  for await (const _line of createInterface({ input: child.stdout })) {
    listening += 1
    if (listening === count) return
  }
  throw new Refusal('The stand-ins did not start.')
}

/** The GitHub App's private key: the product signs with it, the stand-in verifies. Made once, in the stand-in's folder. */
function keyIn(folder) {
  const file = join(folder, 'app-key.pem')
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8')
}
