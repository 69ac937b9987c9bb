import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@app/platform/test/databases/free-port.ts'
import { expect, onTestFinished, test } from 'vitest'
import { MAIN, runServer } from '#test/programs/run-server.ts'

test('a started server says where it is, serves, and ends cleanly when told', async () => {
  const server = runServer({ PORT: String(await freePort()), DATA_DIR: dataFolder() })
  const lines = await server.untilReady()
  const address = lines.at(-1)?.replace('ready ', '') ?? ''

  const answer = await fetch(`${address}/readyz`)
  server.kill('SIGTERM')

  expect(new URL(address).hostname).toBe('localhost')
  expect(answer.status).toBe(200)
  expect(lines.join('\n')).toMatch(/member@demo\.gitferry\.test {2}demo-member/)
  expect(await server.exitCode).toBe(0)
})

test('a start uses nothing that the running Node has deprecated', async () => {
  const server = runServer({
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
  const first = runServer({ PORT: String(await freePort()), DATA_DIR })
  await first.untilReady()

  const second = runServer({ PORT: String(await freePort()), DATA_DIR })

  expect(await second.exitCode).toBe(1)
  expect(second.said()).toBe(
    `The data folder ${DATA_DIR} is in use by process ${first.pid}. Stop it, or set DATA_DIR to another folder.\n`,
  )
})

test('a port in use is refused in one sentence, before a database is opened', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number }

  const DATA_DIR = dataFolder()
  const server = runServer({ PORT: String(port), DATA_DIR })

  expect(await server.exitCode).toBe(1)
  expect(server.said()).toBe(
    `Port ${port} on 127.0.0.1 is in use by another program. Stop it, or set PORT to a free one.\n`,
  )
  expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false)
})

test.runIf(
  Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.address === '::1'),
)('a program that browsers would find at localhost first is named too', async () => {
  const taken = createServer().listen(0, '::1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number }

  const server = runServer({ PORT: String(port), DATA_DIR: dataFolder() })

  expect(await server.exitCode).toBe(1)
  expect(server.said()).toMatch(/^Port \d+ on ::1 is in use by another program, .+\n$/)
})

test('a data folder that cannot be written is refused in one sentence', async () => {
  const server = runServer({
    PORT: String(await freePort()),
    DATA_DIR: join(MAIN, 'not-a-folder'),
  })

  expect(await server.exitCode).toBe(1)
  expect(server.said()).toMatch(
    /^The data folder .+ cannot be written: .+ Set DATA_DIR to one that can\.\n$/,
  )
})

test('wrong variables are refused in one sentence that names them all', async () => {
  const server = runServer({ PORT: 'http', LOG_LEVEL: 'loud' })

  expect(await server.exitCode).toBe(1)
  expect(server.said()).toMatch(
    /^The configuration is not usable: PORT must be .+; LOG_LEVEL must be .+\.\n$/,
  )
})

test('a database that cannot be reached is refused in one sentence, without its password', async () => {
  const server = runServer({
    PORT: String(await freePort()),
    DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${await freePort()}/x`,
  })

  expect(await server.exitCode).toBe(1)
  expect(server.said()).toMatch(/^The database at 127\.0\.0\.1:\d+ cannot be reached: .+\n$/)
  expect(server.said()).not.toContain('hunter2')
})

function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))

  return folder
}
