import { StorageClient } from '@supabase/storage-js'
import { SignJWT } from 'jose'
import type { Clock } from '#clock/clock.ts'
import type { PlatformConfig } from '#config/platform-config.ts'
import type { Caller } from '#db/database.ts'
import { testPeople } from '#test/test-people.ts'
import { startTestPlatform } from '#test/test-server.ts'

const SECRET = 'a secret for tests, at least 32 characters long'

type Options = {
  clock?: Clock
  env?: Record<string, string>
  adjust?: (config: PlatformConfig) => PlatformConfig
}

/** A running server with users, the official client for each, and plain requests. */
export async function startStorage({ clock, env, adjust }: Options = {}) {
  const people = await testPeople()
  const server = await startTestPlatform({
    db: people.db,
    env: { JWT_SECRET: SECRET, ...env },
    ...(clock && { clock }),
    ...(adjust && { adjust }),
  })
  const url = `${server.url}/storage/v1`
  const clientOf = (caller: Caller) => storageClient(server.url, caller)
  const storage = await clientOf(people.service)

  return {
    ...people,
    url,
    logged: server.logged,
    settle: server.settle,
    files: server.platform.files,
    tokenOf,
    clientOf,
    /** As the service role, which may do everything. */
    storage,
    /** A new bucket, private unless said otherwise. */
    bucket: async (name = 'papers', options: BucketOptions = { public: false }) => {
      const { error } = await storage.createBucket(name, options)
      if (error) throw error
      return storage.from(name)
    },
    /** A request with or without a token. */
    ask: async (caller: Caller | null, path: string, init: RequestInit = {}) =>
      fetch(url + path, {
        ...init,
        headers: {
          ...(caller && { authorization: `Bearer ${await tokenOf(caller)}` }),
          ...(init.headers as Record<string, string>),
        },
      }),
    /** Counts of versions and chunks, whether a file uses them or not. */
    kept: async () => {
      const [counts] = await people.sql<{ versions: number; chunks: number }>(
        `select (select count(*)::int from storage_private.versions) as versions,
                (select count(*)::int from storage_private.chunks) as chunks`,
      )
      return counts
    },
  }
}

type BucketOptions = Parameters<StorageClient['createBucket']>[1]

/** The official client of a server that has this file's secret. */
export const storageClient = async (serverUrl: string, caller: Caller): Promise<StorageClient> =>
  new StorageClient(`${serverUrl}/storage/v1`, { Authorization: `Bearer ${await tokenOf(caller)}` })

export const tokenOf = (caller: Caller): Promise<string> =>
  new SignJWT(caller.claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(SECRET))

/** Minimal valid picture files. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
