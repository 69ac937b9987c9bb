import { expect, test } from 'vitest'
import { type AuthServer, startAuth } from './auth-server.ts'
import { freshDatabase } from './fresh-database.ts'
import { memberWithSession } from './identity/people.ts'
import { startTestServer } from './test-server.ts'

const PERSONAL = 'private, no-store'

test('no cache keeps what the data API answers to members, keys and refused callers', async () => {
  const auth = await startAuth()
  const member = await bearer(auth)
  const callers: Record<string, Record<string, string>> = {
    'a member': { apikey: auth.keys.publishable, ...member },
    'a member without a key': member,
    'the service by its key': { apikey: auth.keys.secret },
    'a refused token': { authorization: 'Bearer nonsense' },
  }

  for (const headers of Object.values(callers)) {
    const answer = await fetch(`${auth.url}/rest/v1/notes`, { headers })

    expect(answer.headers.get('cache-control')).toBe(PERSONAL)
    expect(varyOf(answer)).toEqual(['accept', 'prefer', 'range', 'authorization', 'apikey'])
  }
})

test('what the data API answers to nobody in particular is asked for again', async () => {
  const { url } = await startAuth()

  const answer = await fetch(`${url}/rest/v1/notes`)

  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(varyOf(answer)).toContain('authorization')
})

test('a function in the database decides itself how long its answer is kept', async () => {
  const db = await freshDatabase()
  await db.script(KEPT)
  const { url } = await startTestServer({ db })

  const { headers } = await fetch(`${url}/rest/v1/rpc/kept_for_a_minute`, { method: 'POST' })

  expect(headers.get('cache-control')).toBe('public, max-age=60')
})

test('no cache keeps what storage answers to members, but their files as they were told', async () => {
  const auth = await startAuth()
  const headers = { apikey: auth.keys.secret, ...(await serviceBearer(auth)) }
  const storage = `${auth.url}/storage/v1`
  await makeBucket(auth, 'papers', false)
  await putFile(auth, 'papers/a.txt')

  const found = {
    buckets: await fetch(`${storage}/bucket`, { headers }),
    info: await fetch(`${storage}/object/info/papers/a.txt`, { headers }),
    list: await fetch(`${storage}/object/list/papers`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"prefix":""}',
    }),
  }
  const file = await fetch(`${storage}/object/papers/a.txt`, { headers })

  for (const answer of Object.values(found)) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe(PERSONAL)
    expect(varyOf(answer)).toEqual(['authorization', 'apikey'])
  }
  expect(file.headers.get('cache-control')).toBe('private, max-age=3600')
  expect(varyOf(file)).toEqual(['authorization', 'apikey', 'origin'])
})

test('a public file is for every cache, whoever asks', async () => {
  const auth = await startAuth()
  await makeBucket(auth, 'pictures', true)
  await putFile(auth, 'pictures/a.txt')
  const address = `${auth.url}/storage/v1/object/public/pictures/a.txt`

  const answers = [
    await fetch(address, { headers: { origin: 'https://other.test' } }),
    await fetch(address, { headers: await bearer(auth) }),
  ]

  for (const { status, headers } of answers) {
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
    expect(headers.get('vary')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBe('*')
  }
})

test('no cache keeps what functions answer, refusals included', async () => {
  const auth = await startAuth()
  const headers = await bearer(auth)
  const functions = `${auth.url}/functions/v1`

  const answers = [
    await fetch(`${functions}/whoami`, { headers }),
    await fetch(`${functions}/whoami`),
    await fetch(`${functions}/no-such-function`, { headers }),
    await fetch(`${functions}/whoami`, { method: 'DELETE', headers }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 405])
  for (const answer of answers) {
    expect(answer.headers.get('cache-control')).toBe(PERSONAL)
    expect(varyOf(answer)).toEqual(['authorization', 'apikey'])
  }
})

const KEPT = `
  create function public.kept_for_a_minute() returns text language sql as
    $$ select set_config('response.headers', '[{"Cache-Control": "public, max-age=60"}]', true) $$;
  grant execute on function public.kept_for_a_minute() to anon`

const varyOf = ({ headers }: Response) =>
  (headers.get('vary') ?? '').split(',').map((name) => name.trim().toLowerCase())

async function bearer(auth: AuthServer) {
  const { session } = await memberWithSession(auth)

  return { authorization: `Bearer ${session.access_token}` }
}

const serviceBearer = async (auth: AuthServer) => ({ authorization: `Bearer ${auth.keys.secret}` })

async function makeBucket(auth: AuthServer, name: string, isPublic: boolean) {
  const answer = await fetch(`${auth.url}/storage/v1/bucket`, {
    method: 'POST',
    headers: { ...(await serviceBearer(auth)), 'content-type': 'application/json' },
    body: JSON.stringify({ name, public: isPublic }),
  })
  if (!answer.ok) throw new Error(`bucket answered ${await answer.text()}`)
}

async function putFile(auth: AuthServer, path: string) {
  const answer = await fetch(`${auth.url}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: {
      ...(await serviceBearer(auth)),
      'content-type': 'text/plain',
      'cache-control': 'max-age=3600',
    },
    body: 'text',
  })
  if (!answer.ok) throw new Error(`upload answered ${await answer.text()}`)
}
