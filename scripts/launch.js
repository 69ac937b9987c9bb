import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './root.js'
import { Refusal } from './run.js'

/**
 * The outside world's parts, in the order of their ports after PORT. A stand-in plays where the
 * variable of the real service is not set; the server learns its address through that same variable.
 */
const STANDINS = [
  {
    name: 'mailbox',
    ports: ['mailbox', 'mailbox-smtp'],
    playsUnless: 'SMTP_URL',
    // It speaks STARTTLS with a certificate of its own making, which nobody vouches for.
    env: ([, smtp]) => ({ SMTP_URL: `smtp://127.0.0.1:${smtp}?tls.rejectUnauthorized=false` }),
  },
  {
    name: 'github',
    ports: ['github', 'github-api'],
    playsUnless: 'GITHUB_APP_CLIENT_ID',
    env: ([web, api], folder) => ({
      GITHUB_WEB_URL: `http://127.0.0.1:${web}`,
      GITHUB_API_URL: `http://127.0.0.1:${api}`,
      GITHUB_APP_CLIENT_ID: 'gitferry-local',
      GITHUB_APP_CLIENT_SECRET: 'gitferry-local-secret',
      GITHUB_APP_ID: '4001',
      GITHUB_APP_SLUG: 'gitferry-local',
      GITHUB_APP_WEBHOOK_SECRET: 'gitferry-local-webhook-secret',
      GITHUB_APP_PRIVATE_KEY: keyIn(join(folder, 'github')),
    }),
  },
  {
    name: 'google',
    ports: ['google'],
    playsUnless: 'GOOGLE_CLIENT_ID',
    env: ([port]) => ({
      GOOGLE_ISSUER: `http://127.0.0.1:${port}`,
      GOOGLE_CLIENT_ID: 'gitferry-local',
      GOOGLE_CLIENT_SECRET: 'gitferry-local-secret',
    }),
  },
  {
    name: 'newsletter',
    ports: ['newsletter'],
    playsUnless: 'NEWSLETTER_URL',
    env: ([port]) => ({
      NEWSLETTER_URL: `http://127.0.0.1:${port}`,
      NEWSLETTER_U: 'gitferry-local',
      NEWSLETTER_ID: 'newsletter',
      NEWSLETTER_GROUP: '7',
    }),
  },
]

/**
 * Starts stand-ins and server; `ended` gives the exit code. Stopping one stops all. What the server
 * says is passed on once the stand-ins listen, so that its last line, `ready …`, is true of everything.
 */
export async function launch({ env }) {
  const played = choosePlayed(env)
  const standins = played.length > 0 ? startStandins(env, played) : null
  const server = startServer(env, played)
  standins?.child.once('exit', () => server.kill('SIGTERM'))

  const ended = once(server, 'exit').then(([code]) => {
    standins?.child.kill('SIGTERM')
    return code ?? 1
  })
  await standins?.listening
  return { output: server.stdout, ended, stop: (signal = 'SIGTERM') => server.kill(signal) }
}

// Each in a group of its own: a Ctrl-C reaches them through us, once. And each ends when the pipe to it
// does, so that even a start script that was killed leaves nothing behind.
const OWN_GROUP = { detached: true, stdio: ['pipe', 'pipe', 'inherit'] }

const dataDir = (env) => resolve(env.DATA_DIR || '.data')

/** Moved at a stand-in's control side, it moves for the product too. */
const clockFile = (env) => join(standinsDir(env), 'clock.json')

const standinsDir = (env) => join(dataDir(env), 'standins')

/** Whom the stand-ins call, and where they send people: the product's own port. */
const productUrl = (env) => env.SITE_URL || `http://127.0.0.1:${env.PORT || 3000}`

function startServer(env, played) {
  return spawn(process.execPath, ['--enable-source-maps', `${root}server/dist/main.js`], {
    ...OWN_GROUP,
    env: {
      ...env,
      ...Object.assign({}, ...played.map((one) => one.env(one.numbers, standinsDir(env)))),
      ...(played.length > 0 && env.NODE_ENV !== 'production' && { CLOCK_FILE: clockFile(env) }),
      STOP_WITH_STDIN: 'true',
      STANDINS_RUNNING: played
        .map((one) => `${one.name}=http://127.0.0.1:${one.numbers[0]}`)
        .join(','),
    },
  })
}

function choosePlayed(env) {
  const wish = env.STANDINS || (env.NODE_ENV === 'production' ? 'off' : 'auto')
  if (wish === 'off') return []

  let next = Number(env.PORT || 3000) + 1
  return STANDINS.map((one) => ({ ...one, numbers: one.ports.map(() => next++) })).filter(
    ({ playsUnless }) => wish === 'on' || !env[playsUnless],
  )
}

function startStandins(env, played) {
  const ports = played.flatMap(({ ports, numbers }) =>
    ports.flatMap((name, i) => [`--${name}`, String(numbers[i])]),
  )
  const child = spawn(
    process.execPath,
    [
      '--enable-source-maps',
      `${root}standins/dist/main.js`,
      '--data-dir',
      dataDir(env),
      '--product',
      productUrl(env),
      ...smtpOption(played),
      ...(env.API_URL ? ['--product-api', env.API_URL] : []),
      ...ports,
    ],
    { ...OWN_GROUP, env },
  )

  return { child, listening: allListen(child, played.length) }
}

/** Stand-ins that send mails of their own hand them to the one that plays the mailbox. */
function smtpOption(played) {
  const mailbox = played.find(({ name }) => name === 'mailbox')

  return mailbox ? ['--smtp', mailbox.env(mailbox.numbers).SMTP_URL] : []
}

/** Each says one line when it listens. */
async function allListen(child, count) {
  let listening = 0
  for await (const _line of createInterface({ input: child.stdout })) {
    listening += 1
    if (listening === count) return
  }
  throw new Refusal('The stand-ins did not start.')
}

/** The app's private key, which the product signs with and the stand-in checks: made once, in the stand-in's folder. */
function keyIn(folder) {
  const file = join(folder, 'app-key.pem')
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8')
}
