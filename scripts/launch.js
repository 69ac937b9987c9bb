import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
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
    env: ([, smtp]) => ({ SMTP_URL: `smtp://127.0.0.1:${smtp}` }),
  },
]

/** Starts stand-ins and server; `ended` gives the exit code. Stopping one stops all. */
export async function launch({ env, stdout = 'inherit' }) {
  const played = choosePlayed(env)
  const standins = played.length > 0 ? await startStandins(env, played) : null
  const server = spawn(process.execPath, ['--enable-source-maps', `${root}server/dist/main.js`], {
    env: {
      ...env,
      ...Object.assign({}, ...played.map((one) => one.env(one.numbers))),
      STANDINS_RUNNING: played
        .map((one) => `${one.name}=http://127.0.0.1:${one.numbers[0]}`)
        .join(','),
    },
    // Their own group: a Ctrl-C reaches them through us, once, and in order.
    detached: true,
    stdio: ['ignore', stdout, 'inherit'],
  })
  standins?.once('exit', () => server.kill('SIGTERM'))

  const ended = once(server, 'exit').then(([code]) => {
    standins?.kill('SIGTERM')
    return code ?? 1
  })
  return { server, ended, stop: (signal = 'SIGTERM') => server.kill(signal) }
}

function choosePlayed(env) {
  const wish = env.STANDINS || (env.NODE_ENV === 'production' ? 'off' : 'auto')
  if (wish === 'off') return []

  let next = Number(env.PORT || 3000) + 1
  return STANDINS.map((one) => ({ ...one, numbers: one.ports.map(() => next++) })).filter(
    ({ playsUnless }) => wish === 'on' || !env[playsUnless],
  )
}

/** Waits until each of them listens: the server may need them from its first moment. */
async function startStandins(env, played) {
  const dataDir = resolve(env.DATA_DIR || '.data')
  const ports = played.flatMap(({ ports, numbers }) =>
    ports.flatMap((name, i) => [`--${name}`, String(numbers[i])]),
  )
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', `${root}standins/dist/main.js`, '--data-dir', dataDir, ...ports],
    // It ends when this pipe does, so that even a killed start script leaves nothing behind.
    { env, detached: true, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const gone = once(child, 'exit').then(() => {
    throw new Refusal('The stand-ins did not start.')
  })
  gone.catch(() => {})

  let listening = 0
  for await (const _line of createInterface({ input: child.stdout })) {
    listening += 1
    if (listening === played.length) return child
  }
  await gone
  return child
}
