import { freePort } from '@app/platform/test/databases/free-port.ts'
import { afterAll } from 'vitest'
import { runServer } from './run-server.ts'

/** Those that a failed test left. */
const ends: (() => void | Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

const MEMBER = { email: 'member@demo.gitferry.test', password: 'demo-member' }

/** The product in a process of its own with the demo's rows, and calls of a member. Whoever starts it stops it. */
export async function startDemoProduct(env: Record<string, string>) {
  const server = runServer({ PORT: String(await freePort()), ...env }, (end) => ends.push(end))
  const url = (await server.untilReady()).at(-1)?.replace('ready ', '') ?? ''
  const page = await (await fetch(`${url}/login`)).text()
  const [, apikey = ''] = /(sb_publishable_[\w-]+)/.exec(page) ?? []
  const call = (path: string, init: RequestInit = {}, token = apikey) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { apikey, authorization: `Bearer ${token}`, ...init.headers },
    })
  const tokens = async (grant: string, body: object) => {
    const answer = await call(`/auth/v1/token?grant_type=${grant}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return { status: answer.status, ...((await answer.json()) as Session) }
  }

  return {
    url,
    call,
    signIn: () => tokens('password', MEMBER),
    refresh: (refresh_token: string) => tokens('refresh_token', { refresh_token }),
    /** Ends it cleanly, so that its data folder is free. */
    stop: async () => {
      server.kill('SIGTERM')
      return server.exitCode
    },
    kill: async () => {
      server.kill('SIGKILL')
      return server.exitCode
    },
  }
}

type Session = { access_token: string; refresh_token: string; user: { id: string } }
