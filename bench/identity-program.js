// Our identity service alone, over a PostgreSQL database that it migrates. It makes and compares passwords as the
// other side does, with bcrypt, which no setting of the product can ask for; or by default, if told so.
import { hash, verify } from '@node-rs/bcrypt'
import { inScratch, schema } from './databases.js'
import { serveRoutes } from './http-server.js'
import { source } from './source.js'

const [url, hashing = 'bcrypt'] = process.argv.slice(2)
const clock = { now: () => new Date(), offsetMs: () => 0 }
const log = { debug() {}, info() {}, warn() {}, error: console.error, fatal: console.error }

const { openDatabase } = await source('platform/src/db/open.ts')
const { readConfig } = await source('server/src/config/read-config.ts')
const { loadSecrets } = await source('platform/src/config/secrets.ts')
const { openIdentity } = await source('platform/src/compose/open-identity.ts')
const { openHasher } = await source('platform/src/identity/passwords/hasher.ts')
const { noHooks: hooks } = await source('platform/src/identity/hooks.ts')
const { mailBrandOf } = await source('server/src/compose/mail-brand.ts')
const { authRoutes } = await source('platform/src/http/auth/routes.ts')

await inScratch(async (folder) => {
  const db = await openDatabase({ location: { kind: 'postgres', url }, schema, clock })
  const config = readConfig({
    DATA_DIR: folder,
    AUTH_AUTOCONFIRM: 'true',
    AUTH_REQUIRE_APIKEY: 'false',
    AUTH_RATE_LIMIT_FACTOR: '0',
    JWT_SECRET: 'the other side signs with a secret too: HS256',
    // Those of the tests' authenticator.
    AUTH_WEBAUTHN_RP_ID: 'localhost',
    AUTH_WEBAUTHN_ORIGINS: 'http://localhost:5173',
  })
  const metrics = { passwordHashed() {}, limitRefused() {}, authAnswered() {} }
  const auth = await openIdentity({
    config,
    secrets: loadSecrets(config),
    db,
    clock,
    log,
    metrics,
    hooks,
    mailBrand: mailBrandOf(config.public),
  })
  const hasher = hashing === 'bcrypt' ? openHasher(undefined, await bcrypt()) : auth.identity.hasher
  const routes = authRoutes({ ...auth, identity: { ...auth.identity, hasher } })

  const server = await serveRoutes('/auth/v1', routes)
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
