import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from './free-ports.js'
import { root } from './root.js'
import { Refusal } from './run.js'
import { readyAddress } from './test-product.js'

const DEMO = { email: 'pro@demo.gitferry.test', password: 'demo-pro' }
const OPERATE = join(root, 'server/dist/operate.js')
const SERVER = join(root, 'server/dist/main.js')

/** A built server without stand-ins, to be killed. */
export async function startServer(env, nodeArgs = [], program = SERVER) {
  const port = env.PORT ?? (await freePorts(1))
  const server = spawn(process.execPath, [...nodeArgs, program], {
    env: { ...baseOf(env), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  const kill = async () => {
    process.off('exit', end)
    end()
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }

  /** As a supervisor ends it. */
  const stop = async () => {
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    const [code] = await gone
    process.off('exit', end)
    if (code !== 0) throw new Refusal(`A stopped server ended with ${code}.`)
  }

  return { pid: server.pid, url: `http://localhost:${port}`, output: server.stdout, kill, stop }
}

/** A server that accepts requests. */
export async function readyServer(env, nodeArgs, program) {
  const server = await startServer(env, nodeArgs, program)
  await readyAddress(server.output)

  return server
}

/** Starts work and kills it after some of the time that it takes. Returns whether it was still running. */
export async function killOperate(env, args, { input = '', afterMs }) {
  const command = spawn(process.execPath, [OPERATE, ...args], {
    env: baseOf(env),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  command.stdin.on('error', () => {})
  command.stdin.end(input)
  const ended = once(command, 'exit')
  const isLate = await Promise.race([ended.then(() => false), pause(afterMs, true)])
  command.kill('SIGKILL')
  await ended

  return isLate
}

export async function operate(env, args, input = '') {
  const command = spawn(process.execPath, [OPERATE, ...args], {
    env: baseOf(env),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const [out, err] = [[], []]
  command.stdout.on('data', (chunk) => out.push(chunk))
  command.stderr.on('data', (chunk) => err.push(chunk))
  command.stdin.end(input)
  const [code] = await once(command, 'exit')
  if (code !== 0) throw new Refusal(`operate ${args[0]} failed: ${Buffer.concat(err)}`)

  return Buffer.concat(out).toString()
}

/** A session of the demo's Pro member, or of somebody else. */
export async function signIn({ url }, who = DEMO) {
  const { body, status } = await post(url, '/auth/v1/token?grant_type=password', who)
  if (status !== 200) throw new Refusal(`The sign-in answered ${status}: ${JSON.stringify(body)}`)

  return body
}

export const refresh = ({ url }, token) =>
  post(url, '/auth/v1/token?grant_type=refresh_token', { refresh_token: token })

async function post(url, path, body) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  return { status: answer.status, body: await answer.json() }
}

const baseOf = (env) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'test',
  AUTH_REQUIRE_APIKEY: 'false',
  AUTH_RATE_LIMIT_FACTOR: '0',
  LOG_LEVEL: 'error',
  ...env,
})
