import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { path } from './source.js'

/** A product takes the ports after its own too. */
const FIRST_PORT = Number(process.env.PORT ?? 47_400)
const MEMBER = { email: 'pro@demo.gitferry.test', password: 'demo-pro' }

/** Starts this checkout, and another one with `--against <folder>`, which has to be built. */
export async function startProducts() {
  const { values } = parseArgs({ options: { against: { type: 'string' } } })
  const checkouts = { ...(values.against && { old: resolve(values.against) }), new: path('.') }
  const products = []
  for (const [name, folder] of Object.entries(checkouts)) {
    products.push({ name, ...(await start(folder, FIRST_PORT + products.length * 20)) })
  }

  return products
}

async function start(folder, port) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-bench-'))
  const child = spawn(process.execPath, ['scripts/start.js'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ')) break
  }
  const url = `http://localhost:${port}`
  const session = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: await publishableKey(url) },
    body: JSON.stringify(MEMBER),
  })

  return {
    url,
    session: await session.text(),
    stop: async () => {
      child.kill('SIGTERM')
      await new Promise((done) => child.once('exit', done))
      rmSync(dataDir, { recursive: true })
    },
  }
}

export async function publishableKey(url) {
  const page = await (await fetch(`${url}/login`)).text()

  return /"publishableKey":"([^"]+)"/.exec(page)?.[1] ?? ''
}

/** Signs the page in, in place of the login. */
export const signIn = (page, session) =>
  page.addInitScript((stored) => localStorage.setItem('sb-localhost-auth-token', stored), session)
