// Our identity service alone, over a PostgreSQL database that it migrates. It makes and compares passwords as the
// other side does, with bcrypt, which no setting of the product can ask for.
import { hash, verify } from '@node-rs/bcrypt'
import { Hono } from 'hono'
import { inScratch, sqlFolder } from './databases.js'
import { source } from './source.js'

const [url] = process.argv.slice(2)
const clock = { now: () => new Date(), offsetMs: () => 0 }
const log = { debug() {}, info() {}, warn() {}, error: console.error, fatal: console.error }

const { openDatabase } = await source('src/db/open.ts')
const { readConfig } = await source('src/config/read-config.ts')
const { loadSecrets } = await source('src/config/secrets.ts')
const { openIdentity } = await source('src/open-identity.ts')
const { openHasher } = await source('src/identity/passwords/hasher.ts')
const { furnish } = await source('src/furnish.ts')
const { authRoutes } = await source('src/http/auth/routes.ts')
const { listen } = await source('src/http/frame/listen.ts')

await inScratch(async (folder) => {
  const db = await openDatabase({ place: { kind: 'postgres', url }, sqlFolder, clock })
  await furnish(db)
  const config = readConfig({
    DATA_DIR: folder,
    AUTH_AUTOCONFIRM: 'true',
    AUTH_REQUIRE_APIKEY: 'false',
    AUTH_RATE_LIMIT_FACTOR: '0',
    JWT_SECRET: 'the other side signs with a secret too: HS256',
  })
  const metrics = { passwordHashed() {} }
  const auth = await openIdentity({ config, secrets: loadSecrets(config), db, clock, log, metrics })
  const hasher = openHasher(undefined, await bcrypt())

  const app = new Hono()
    .use(async (c, next) => {
      c.set('clientAddress', '127.0.0.1')
      await next()
    })
    .route('/auth/v1', authRoutes({ ...auth, identity: { ...auth.identity, hasher } }))
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  process.stdout.write(`ready http://127.0.0.1:${server.port}\n`)
  await new Promise((resolve) => process.once('SIGTERM', resolve))
})
process.exit(0)

async function bcrypt() {
  const dummyHash = await hash(crypto.randomUUID(), 10)
  if (await verify('nobody knows', dummyHash)) throw new Error('Somebody does')

  return {
    hash: (password) => hash(password, 10),
    isOutdated: () => false,
    dummyHash,
  }
}
