import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { clientOf, newProject, runProgram } from './test-project.ts'

test('init creates a project that starts, and overwrites nothing', async () => {
  const project = await newProject({})

  const created = await runProgram(['init', '--example', '--workdir', project.folder])
  const again = await runProgram(['init', '--example', '--workdir', project.folder])
  const { printed } = await project.start()
  const client = clientOf(printed())
  await client.auth.signUp({ email: 'ada@example.test', password: 'secret-1' })
  const written = await client.from('notes').insert({ text: 'first' }).select('text')

  expect(created.printed).toContain('kept     supabase/config.toml')
  expect(created.printed).toContain('created  supabase/migrations/20260101000000_notes.sql')
  expect(again.printed).not.toContain('created')
  expect(written.data).toEqual([{ text: 'first' }])
})

test('migrate new makes a file with a version of fourteen digits', async () => {
  const project = await newProject({})

  const { printed } = await project.run('migrate', 'new', 'add_boats')
  const [file = ''] = readdirSync(join(project.folder, 'supabase/migrations'))

  expect(printed).toBe(`created  supabase/migrations/${file}`)
  expect(file).toMatch(/^\d{14}_add_boats\.sql$/)
  expect(readFileSync(join(project.folder, 'supabase/migrations', file), 'utf8')).toBe('')
})

test.each([
  [['launch'], /^command: one of init, start, /],
  [['migrate', 'sideways'], /^There is no command migrate sideways\nplatform <command>/],
  [['migrate', 'new', '../../etc'], /^migrate new needs a name/],
  [['migrate', 'repair', 'x'], /^migrate repair needs a version/],
  [['status', '-o', 'xml'], /^-o: one of pretty, env, json/],
])('%j is explained', async (args, told) => {
  const project = await newProject({})

  const { code, complaint } = await project.run(...args)

  expect(code).toBe(1)
  expect(complaint).toMatch(told)
})

test('without a folder, and with a file that is not TOML, a command says so', async () => {
  const project = await newProject({})

  const elsewhere = await runProgram(['status', '--workdir', '/nowhere'])
  project.write('config.toml', 'project_id = "a"\n[api\n')
  const broken = await project.run('status')

  expect(elsewhere.complaint).toBe(
    'There is no folder /nowhere/supabase: "platform init" creates one.',
  )
  expect(broken.complaint).toMatch(/^config\.toml, line \d: /)
})

test('status prints addresses and keys as variables and as JSON', async () => {
  const project = await newProject({})

  const env = await project.run('status', '-o', 'env')
  const json = await project.run('status', '-o', 'json')
  const values = JSON.parse(json.printed)

  expect(env.printed).toContain(`API_URL="${values.API_URL}"`)
  expect(values).toMatchObject({
    MAILPIT_URL: project.mailbox,
    JWT_SECRET: 'super-secret-jwt-token-with-at-least-32-characters-long',
    ANON_KEY:
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0',
  })
  expect('DB_URL' in values).toBe(inject('database').kind === 'postgres')
})

test('where other machines reach it, the well-known keys are not used', async () => {
  const secret = 'super-secret-jwt-token-with-at-least-32-characters-long'
  const project = await newProject({}, `auth.jwt_secret = "${secret}"`)

  const { printed } = await runProgram(['status', '-o', 'json', '--workdir', project.folder], {
    HOST: '0.0.0.0',
  })
  const values = JSON.parse(printed)

  expect(values.JWT_SECRET).toBeUndefined()
  expect(values.PUBLISHABLE_KEY).not.toBe('sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH')
})

test('config.toml is honoured, and keys without effect are listed', async () => {
  const project = await newProject({}, TOML)

  const { printed } = await project.start({ BUCKET_LIMIT: '1KB' })
  const client = clientOf(printed(), 'SECRET_KEY')
  const upload = (size: number, contentType = 'image/png') =>
    client.storage.from('images').upload(crypto.randomUUID(), Buffer.alloc(size), { contentType })
  const [fits, large, other] = [
    await upload(1024),
    await upload(1025),
    await upload(1, 'text/plain'),
  ]
  const signedUp = await client.auth.signUp({ email: 'ada@example.test', password: 'secret-1' })

  expect(printed()).toContain('config.toml: not honoured: db.port, studio.*')
  expect(printed()).toContain('config.toml: not set: NOBODY_SET_THIS')
  expect(fits.error).toBeNull()
  expect([large.error?.message, other.error?.message]).toEqual([
    'The object exceeded the maximum allowed size',
    'mime type text/plain is not supported',
  ])
  expect(signedUp.error?.code).toBe('signup_disabled')
})

const TOML = `
db.port = 54322
auth.site_url = "http://127.0.0.1:3000/app"
auth.enable_signup = false
auth.additional_redirect_urls = ["http://localhost:3000", "env(NOBODY_SET_THIS)"]
studio.openai_api_key = "env(OPENAI_API_KEY)"
[auth.external.github]
enabled = false
[storage.buckets.images]
public = true
file_size_limit = "env(BUCKET_LIMIT)"
allowed_mime_types = ["image/png"]
[auth.email.smtp]
host = "env(NOBODY_SET_THIS)"
`

test('signing keys, secret and passkeys of config.toml are used', async () => {
  const [first, second] = [signingKey('first'), signingKey('second')]
  const project = await newProject({ 'keys.json': JSON.stringify([first, second]) }, KEYS)

  const { printed } = await project.start()
  const client = clientOf(printed(), 'ANON_KEY')
  const { data } = await client.auth.signUp({ email: 'ada@example.test', password: 'secret-1' })
  const apikey = tokenOf(second, { role: 'anon' })
  const ask = (path: string, method = 'GET') =>
    answer(`${project.address}/auth/v1${path}`, { method, headers: { apikey } })
  const { passkeys_enabled } = await ask('/settings')
  const { keys } = await ask('/.well-known/jwks.json')
  const { options } = await ask('/passkeys/authentication/options', 'POST')
  project.write('keys.json', '[]')
  const unusable = await project.run('status')

  expect(headerOf(data.session?.access_token).kid).toBe('first')
  expect(keys.map(({ kid }) => kid)).toEqual(['first', 'second'])
  expect([passkeys_enabled, options.rpId]).toEqual([true, 'localhost'])
  expect(printed()).toContain('of-this-project-and-no-other-one')
  expect(printed()).not.toContain('not honoured')
  expect(unusable.complaint).toBe(
    'config.toml: auth.signing_keys_path: ./keys.json must be a list of keys, each with a kid.',
  )
})

const KEYS = `
[auth]
jwt_secret = "of-this-project-and-no-other-one"
signing_keys_path = "./keys.json"
[auth.passkey]
enabled = true
[auth.webauthn]
rp_id = "localhost"
rp_display_name = "Boats"
rp_origins = ["http://localhost:5173"]
`

test('emails of a project are shown by its mailbox', async () => {
  const project = await newProject({}, 'auth.email.enable_confirmations = true')
  const { printed } = await project.start()
  const client = clientOf(printed())
  await client.auth.signUp({ email: 'ada@example.test', password: 'secret-1' })

  const [mail] = await mailsTo(project.mailbox, 'ada@example.test')
  const { Text } = await answer(`${project.mailbox}/api/v1/message/${mail?.ID}`)
  const page = await (await fetch(project.mailbox)).text()
  const [link] = /http:\S+verify\S+/.exec(Text) ?? []
  const verified = await fetch(link ?? '', { redirect: 'manual' })
  const signedIn = await client.auth.signInWithPassword({
    email: 'ada@example.test',
    password: 'secret-1',
  })

  expect(page).toContain('ada@example.test')
  expect(verified.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:3000/)
  expect(signedIn.error).toBeNull()
})

test('a changed password needs no current one, as stock clients send none', async () => {
  const project = await newProject({})
  const { printed } = await project.start()
  const client = clientOf(printed())
  await client.auth.signUp({ email: 'ada@example.test', password: 'secret-1' })

  const { error } = await client.auth.updateUser({ password: 'secret-22' })

  expect(error).toBeNull()
  expect(existsSync(join(project.folder, 'supabase/.temp/platform'))).toBe(true)
})

type Answer = {
  Text: string
  messages: { ID: string }[]
  passkeys_enabled: boolean
  keys: { kid: string }[]
  options: { rpId: string }
}

const answer = async (url: string, init: RequestInit = {}) =>
  (await (await fetch(url, init)).json()) as Answer

/** Delivery is a job, so that the mailbox is asked until it has one. */
async function mailsTo(mailbox: string, address: string) {
  const query = encodeURIComponent(`to:"${address}"`)

  for (;;) {
    const { messages } = await answer(`${mailbox}/api/v1/search?query=${query}`)
    if (messages.length > 0) return messages
  }
}

const signingKey = (kid: string) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid,
  alg: 'ES256',
  key_ops: ['sign', 'verify'],
})

function tokenOf({ kid, alg, ...jwk }: ReturnType<typeof signingKey>, claims: object): string {
  const content = [{ alg, typ: 'JWT', kid }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })

  return `${content}.${signature.toString('base64url')}`
}

const headerOf = (token = '') =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
