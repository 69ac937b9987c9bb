import { randomBytes } from 'node:crypto'
import { serviceRole } from '@app/platform/db/database.ts'
import { freshLocation, openLocation } from '@app/platform/test/fresh-database.ts'
import { ask } from '@app/platform/test/open-with.ts'
import { type S3Service, s3Bytes, s3ForThisFile } from '@app/platform/test/storage/s3-service.ts'
import { PNG, storageClient, tokenOf } from '@app/platform/test/storage/storage-server.ts'
import { ENCRYPTION_KEYS, startTestServer } from '@app/platform/test/test-server.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { backupCommands } from '#compose/backup-commands.ts'
import { filesCommand } from '#compose/files-command.ts'

const MIB = 1024 * 1024
const service: () => S3Service = s3ForThisFile()

beforeEach(() => service().clear())

test('all bytes go to the bucket and back beside a running server, and nothing else of a file changes', async () => {
  const { env, db, files, states, url } = await filled()
  const before = await states()
  const running = await fetch(`${url}/object/papers/large.bin`, { headers: await asService() })

  // The third object fails; what was moved before stays moved.
  await service().fault({ method: 'PUT', nth: 4, times: null, status: 500, body: '' })
  await expect(operate(env, filesCommand['move-files'].run)).rejects.toThrow('s3: answered 500')
  await service().mend()
  const there = await operate(env, filesCommand['move-files'].run)
  const again = await operate(env, filesCommand['move-files'].run)
  const inBucket = await states()
  const chunks = await ask(db, 'select count(*)::int as left from storage_private.chunks')
  const checked = await operate(env, checkRestore(env.DATABASE_URL))

  const back = { ...env, FILES_HOME: 'database' }
  const returned = await operate(back, filesCommand['move-files'].run)
  await ask(db, `update storage_private.s3_deletions set due_at = due_at - interval '3 hours'`)
  await s3Bytes(db, service()).sweep()

  expect(there).toMatch(/^\d files moved, \d+ MiB\. New files go to gitferry-local at http/)
  expect(again).toMatch(/^0 files moved, 0 MiB\./)
  expect(chunks).toEqual([{ left: 0 }])
  expect(checked).toContain('ok     bucket   4, all there with their size')
  expect((await running.arrayBuffer()).byteLength).toBe(12 * MIB)
  expect(returned).toMatch(/^4 files moved, 12 MiB\. New files go to the database\./)
  expect(await service().objects()).toEqual([])
  expect([inBucket, await states()]).toEqual([before, before])
  expect((await files.list()).data).toHaveLength(4)
}, 60_000)

test('damaged bytes are named and stay; missing objects are found by check-restore', async () => {
  const { env, db } = await filled()
  await ask(
    db,
    `update storage_private.chunks set data = set_byte(data, 0, 255 - get_byte(data, 0))
      where version = (select version::uuid from storage.objects where name = 'large.bin') and seq = 7`,
  )

  const moved = await complaint(operate(env, filesCommand['move-files'].run))
  const client = service().client()
  const { objects } = await client.list(null)
  for (const { key } of objects.filter(({ size }) => size === PNG.length)) await client.remove(key)
  const checked = await complaint(operate(env, checkRestore(env.DATABASE_URL)))
  const without = await complaint(
    operate(
      { DATABASE_URL: env.DATABASE_URL, APP_ENCRYPTION_KEYS: ENCRYPTION_KEYS },
      checkRestore(env.DATABASE_URL),
    ),
  )

  expect(moved).toMatch(
    /3 files moved, 0 MiB.*\nThese versions are not what was uploaded.*: [\da-f-]{36}$/s,
  )
  expect(checked).toContain(
    'WRONG  bucket   2 of 3 objects are missing or have another size; 1 objects belong to no file',
  )
  expect(without).toContain(
    'WRONG  bucket   3 files have their bytes in a bucket, and FILES_URL names none',
  )
  expect(await ask(db, 'select count(*)::int as left from storage_private.chunks')).toEqual([
    { left: 48 },
  ])
}, 60_000)

/** A server whose files are in the database, with some of them. */
async function filled() {
  const location = await freshLocation()
  if (location.kind !== 'postgres') throw new Error('This is about PostgreSQL')
  const db = await openLocation(location, onTestFinished)
  const env: Record<string, string> & { DATABASE_URL: string } = {
    ...service().env,
    APP_ENCRYPTION_KEYS: ENCRYPTION_KEYS,
    DATABASE_URL: location.url,
  }
  const server = await startTestServer({
    db,
    env: { ...service().env, FILES_HOME: 'database', JWT_SECRET },
  })
  const url = `${server.url}/storage/v1`
  const storage = await storageClient(server.url, serviceRole)
  await storage.createBucket('papers', { public: false })
  const files = storage.from('papers')
  await files.upload('a.png', PNG)
  await files.upload('large.bin', randomBytes(12 * MIB))
  await files.upload('folder/.emptyFolderPlaceholder', new Uint8Array())
  await files.copy('a.png', 'b.png')

  return {
    env,
    db,
    url,
    files,
    /** What clients see of each file, its bytes included. */
    states: async () =>
      Promise.all(
        ['a.png', 'b.png', 'large.bin', 'folder/.emptyFolderPlaceholder'].map(async (name) => {
          const answer = await fetch(`${url}/object/papers/${name}`, { headers: await asService() })
          const { data } = await files.info(name)
          const { date: _, ...headers } = Object.fromEntries(answer.headers)
          return {
            headers: { ...headers, 'x-request-id': null },
            data,
            bytes: Buffer.from(await answer.arrayBuffer())
              .toString('base64')
              .slice(0, 1000),
          }
        }),
      ),
  }
}

const JWT_SECRET = 'a secret for tests, at least 32 characters long'

const asService = async () => ({ authorization: `Bearer ${await tokenOf(serviceRole)}` })

const checkRestore = (address: string) => () => backupCommands['check-restore'].run([address])

/** In this process: starting one takes longer than the command. */
async function operate(env: Record<string, string>, run: () => Promise<string>): Promise<string> {
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value)
  try {
    return await run()
  } finally {
    vi.unstubAllEnvs()
  }
}

const complaint = (work: Promise<string>) => work.then(String, ({ message }: Error) => message)
