import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '../../../server/dist/main.js')

export const SECRET_KEY = 'sb_secret_0123456789abcdefghijklmnop'
export const PUBLISHABLE_KEY = 'sb_publishable_0123456789abcdefghijklmnop'

export type Product = Awaited<ReturnType<typeof startProduct>>

/** The built server with a database and a clock of its own. */
export async function startProduct() {
  if (!existsSync(MAIN)) throw new Error('Build first: node scripts/prepare.js test')
  const folder = await mkdtemp(join(tmpdir(), 'gitferry-web-'))
  const clockFile = join(folder, 'clock.json')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      SITE_URL: url,
      DATA_DIR: join(folder, 'data'),
      CLOCK_FILE: clockFile,
      PUBLISHABLE_KEY,
      SECRET_KEY,
      SEED: 'none',
      AUTH_RATE_LIMIT_FACTOR: '0',
      STOP_WITH_STDIN: 'true',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = once(child, 'exit')
  await ready()

  return {
    url,
    /** How far the server's clock is ahead of this process. */
    shiftClock: async (offsetMs: number) => {
      const next = `${clockFile}.next`
      await writeFile(next, JSON.stringify({ offsetMs }))
      await rename(next, clockFile)
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }

  async function ready() {
    for await (const line of createInterface({ input: child.stdout })) {
      said += `${line}\n`
      if (!line.startsWith('ready ')) continue
      child.stdout.resume()
      return
    }
    throw new Error(`The server ended: ${said}`)
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')

  return port
}
