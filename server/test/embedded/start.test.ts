import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '@app/platform/test/databases/free-port.ts'
import { expect, onTestFinished, test } from 'vitest'

// The built server as `npm start` runs it, in a process of its own.
const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

test('a started server says where it is, serves, and ends cleanly when told', async () => {
  const server = await start({ PORT: String(await freePort()), DATA_DIR: dataFolder() })
  const lines = await server.untilReady()
  const address = lines.at(-1)?.replace('ready ', '') ?? ''

  const answer = await fetch(`${address}/readyz`)
  server.kill('SIGTERM')

  expect(answer.status).toBe(200)
  expect(lines.join('\n')).toMatch(/member@demo\.gitferry\.test {2}demo-member/)
  expect(await server.exitCode).toBe(0)
})

test('a start uses nothing that the running Node has deprecated', async () => {
  const server = await start({
    PORT: String(await freePort()),
    DATA_DIR: dataFolder(),
    NODE_OPTIONS: '--trace-deprecation',
  })
  const address = (await server.untilReady()).at(-1)?.replace('ready ', '') ?? ''

  await fetch(`${address}/auth/v1/settings`)
  server.kill('SIGTERM')

  expect(await server.exitCode).toBe(0)
  expect(server.said()).toBe('')
})

test('a second server on the same data folder is refused in one sentence', async () => {
  const DATA_DIR = dataFolder()
  const first = await start({ PORT: String(await freePort()), DATA_DIR })
  await first.untilReady()

  const second = await start({ PORT: String(await freePort()), DATA_DIR })

  expect(await second.exitCode).toBe(1)
  expect(second.said()).toBe(
    `The data folder ${DATA_DIR} is in use by process ${first.pid}. Stop it, or set DATA_DIR to another folder.\n`,
  )
})

test('a port in use is refused in one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number }

  const server = await start({ PORT: String(port), DATA_DIR: dataFolder() })

  expect(await server.exitCode).toBe(1)
  expect(server.said()).toBe(
    `Port ${port} on 127.0.0.1 is in use by another program. Stop it, or set PORT to a free one.\n`,
  )
})

test('a data folder that cannot be written is refused in one sentence', async () => {
  const server = await start({ DATA_DIR: join(MAIN, 'not-a-folder') })

  expect(await server.exitCode).toBe(1)
  expect(server.said()).toMatch(
    /^The data folder .+ cannot be written: .+ Set DATA_DIR to one that can\.\n$/,
  )
})

test('wrong variables are refused in one sentence that names them all', async () => {
  const server = await start({ PORT: 'http', LOG_LEVEL: 'loud' })

  expect(await server.exitCode).toBe(1)
  expect(server.said()).toMatch(
    /^The configuration is not usable: PORT must be .+; LOG_LEVEL must be .+\.\n$/,
  )
})

test('a database that cannot be reached is refused in one sentence, without its password', async () => {
  const server = await start({
    DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${await freePort()}/x`,
  })

  expect(await server.exitCode).toBe(1)
  expect(server.said()).toMatch(/^The database at 127\.0\.0\.1:\d+ cannot be reached: .+\n$/)
  expect(server.said()).not.toContain('hunter2')
})

async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  // Its last lines may be read after its exit.
  const exitCode = Promise.all([once(child, 'exit'), once(child.stderr, 'end')]).then(
    ([[code]]) => code as number | null,
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exitCode
  })

  return {
    pid: child.pid,
    exitCode,
    said: () => said,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    untilReady: async () => {
      const lines: string[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line)
        if (line.startsWith('ready ')) return lines
      }
      throw new Error(`The server ended: ${said}`)
    },
  }
}

function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))

  return folder
}
