import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { serveRest, startRest } from '#compose/start-rest.ts'
import { type RestConfig, readRestConfig } from '#config/read-rest-config.ts'
import { openEmbedded } from '#db/embedded.ts'
import { openLog } from '#log/log.ts'
import { CACHE_FOLDER } from '#test/databases/folders.ts'
import { unpackImage } from '#test/databases/set-up.ts'
import '#test/databases/given.ts'

const FIXTURE = readFileSync(fileURLToPath(new URL('./fixture.sql', import.meta.url)), 'utf8')

export const SECRET = 'a secret that is long enough for HS256'

type Options = Partial<RestConfig>

/** One catalog database for all tests of a file, and the standalone data API over it. */
export function useCatalog(options: Options = {}) {
  let open: Awaited<ReturnType<typeof startCatalog>> | undefined
  const catalog = () => {
    if (!open) throw new Error('The catalog opens before the first test')
    return open
  }
  beforeAll(async () => {
    open = await startCatalog(options)
  })
  afterAll(() => open?.stop())

  return {
    ask: (path: string, asking?: Asking) => catalog().ask(path, asking),
    change: (sql: string) => catalog().change(sql),
    url: () => catalog().url,
    db: () => catalog().db,
    logged: () => catalog().logged,
    /** Another server over the same rows, with options of its own, until the test ends. */
    serveWith: async (others: Options) => {
      const { db } = catalog()
      const running = await serveRest({ ...surroundings({ ...options, ...others }, ''), db })
      onTestFinished(() => running.stop())
      return caller(running.url)
    },
  }
}

export async function startCatalog(options: Options = {}) {
  const { uri, ownerUrl } = await catalogDatabase()
  const around = surroundings(options, uri)
  const running = await startRest(around)

  return {
    ...running,
    logged: around.logged,
    ask: caller(running.url),
    /** Changes the schema as its owner; the API's login may not. */
    change: (sql: string) => (ownerUrl ? asOwner(ownerUrl, sql) : running.db.script(sql)),
  }
}

function surroundings(options: Options, dbUri: string) {
  const logged: string[] = []
  const config: RestConfig = {
    ...readRestConfig([], { PGRST_DB_URI: dbUri || 'pglite:open-already' }),
    schemas: ['catalog', 'archive'],
    anonRole: 'rest_anon',
    jwtSecret: SECRET,
    areAggregatesAllowed: true,
    // Writes are rolled back by default.
    txEnd: 'rollback-allow-override',
    port: 0,
    ...options,
  }
  const log = openLog({ level: 'debug', destination: { write: (line) => logged.push(line) } })

  return { config, clock: machineClock, log, logged }
}

type Asking = {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  token?: string
}

/** The answer in a form that is easy to compare. */
export type Reply = { status: number; headers: Headers; text: string; body: unknown }

function caller(url: string) {
  return async (
    path: string,
    { method, headers = {}, body, token }: Asking = {},
  ): Promise<Reply> => {
    const isText = typeof body === 'string' || body instanceof Uint8Array
    const reply = await fetch(url + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()

    return { status: reply.status, headers: reply.headers, text, body: parsed(text) }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const tokenOf = (claims: Record<string, unknown>, secret = SECRET) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))

/** A catalog database of the caller, as an address for the command. */
export async function catalogDatabase(): Promise<{ uri: string; ownerUrl: string | null }> {
  const given = inject('database')
  const name = `catalog_${randomUUID().replaceAll('-', '')}`
  if (given.kind === 'embedded') {
    const dataDir = join(given.scratch, name)
    unpacked ??= catalogImage(given.image).then((image) => unpackCatalog(image, given.scratch))
    execFileSync('cp', ['-a', await unpacked, dataDir])
    return { uri: `pglite:${dataDir}`, ownerUrl: null }
  }

  await asOwner(given.url, `create database ${name} template template0`)
  return createFixture(given.url, name)
}

/** Creates the catalog in an empty database. */
export async function createFixture(serverUrl: string, name: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const ownerUrl = url.href
  await asOwner(ownerUrl, FIXTURE)
  url.username = 'rest_login'

  return { uri: url.href, ownerUrl }
}

/** Once in each process; others are copies. */
let unpacked: Promise<string> | null = null

function unpackCatalog(image: string, scratch: string): string {
  const folder = join(scratch, `catalog-${process.pid}`)
  unpackImage(image, folder)

  return folder
}

/** Creating the fixture takes seconds on the embedded database, so its image is cached. */
async function catalogImage(base: string): Promise<string> {
  const digest = createHash('sha256').update(basename(base)).update(FIXTURE).digest('hex')
  const file = join(CACHE_FOLDER, `catalog-${digest.slice(0, 16)}.tar.gz`)
  if (existsSync(file)) return file

  const scratch = join(CACHE_FOLDER, 'test', randomUUID())
  mkdirSync(scratch, { recursive: true })
  const database = await openEmbedded({
    app: 'test',
    dataDir: scratch,
    image: base,
    clock: machineClock,
    statementLimitMs: 60_000,
    prepare: async (client) => void (await client.query(FIXTURE)),
  })
  const part = join(scratch, 'image')
  await writeFile(part, await database.dump())
  await database.close()
  await rename(part, file)
  return file
}

export async function asOwner(url: string, text: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
