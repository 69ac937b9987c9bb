import { expect, test } from 'vitest'
import type { Answer, AuthServer } from '#test/auth-server.ts'
import { arrive, startOAuth } from './oauth-server.ts'
import { memberWithSession, newAddress, PASSWORD } from './people.ts'

const JONAS = { provider: 'github', person: 'jonas-weber' } as const
const OLD = { 'x-supabase-api-version': undefined }

test('no answer shows where it broke; clients of the old version get what a trigger raised', async () => {
  const server = await startOAuth()
  const signUp = (headers = {}) =>
    server.post('/signup', { email: newAddress(), password: PASSWORD }, { headers })
  const raise = (how: string) =>
    raising(server, how, async () => [await signUp(), await signUp(OLD)])

  const [modern, old] = await raise(
    `raise exception 'No sign-ups today' using hint = 'Come tomorrow', detail = 'Full'`,
  )
  const [modernRefusal, refusal] = await raise(
    `raise sqlstate 'PT409' using message = 'No sign-ups today', hint = 'Come tomorrow'`,
  )
  const [modernBug, bug] = await raise(`perform secret_column from nowhere`)
  const [, crash] = await raise(`raise sqlstate 'XX000' using message = 'secret_column is gone'`)

  const hidden = { code: 'unexpected_failure', message: 'Database error saving new user' }
  expect([modern, modernRefusal, modernBug].map(drawn)).toEqual(Array(3).fill([500, hidden]))
  expect(drawn(old)).toEqual([
    500,
    { code: 'P0001', message: 'No sign-ups today', hint: 'Come tomorrow', detail: 'Full' },
  ])
  expect(drawn(refusal)).toEqual([
    409,
    { code: 'PT409', message: 'No sign-ups today', hint: 'Come tomorrow' },
  ])
  for (const answer of [bug, crash]) {
    expect(drawn(answer)).toEqual([
      500,
      {
        code: 500,
        error_code: 'unexpected_failure',
        msg: hidden.message,
        error_id: answer?.headers.get('x-request-id'),
      },
    ])
  }
  expect(server.logged.join('')).toContain('secret_column is gone')
})

test('every way to write an account says the same when a trigger refuses it', async () => {
  const server = await startOAuth({ env: { AUTH_ANONYMOUS: 'true' } })
  const { id, email, session } = await memberWithSession(server)
  const as = session.access_token
  const admin = (path: string, body: object, headers: object, method = 'POST') =>
    server.admin(path, { method, body, headers: { ...headers } })
  const saving: Way[] = [
    (headers) => server.post('/otp', { email: newAddress() }, { headers }),
    (headers) => server.post('/magiclink', { email: newAddress() }, { headers }),
    (headers) => server.post('/signup', {}, { headers }),
    (headers) => admin('/invite', { email: newAddress() }, headers),
    (headers) => admin('/admin/users', { email: newAddress() }, headers),
    (headers) => admin('/admin/generate_link', { type: 'magiclink', email: newAddress() }, headers),
  ]
  const updating: Way[] = [
    (headers) => admin(`/admin/users/${id}`, { user_metadata: { a: 1 } }, headers, 'PUT'),
    (headers) => server.call('/user', { method: 'PUT', body: { data: { a: 1 } }, as, headers }),
    (headers) => {
      const body = { password: 'other-1', current_password: PASSWORD }
      return server.call('/user', { method: 'PUT', body, as, headers })
    },
    (headers) =>
      server.post('/token?grant_type=password', { email, password: PASSWORD }, { headers }),
  ]

  const found = await raising(server, `raise exception 'No sign-ups today'`, async () => ({
    modern: await bodiesOf([...saving, ...updating], {}),
    old: await bodiesOf([...saving, ...updating], OLD),
    arrival: await arrive(await server.returnFrom(JONAS)),
  }))

  const code = 'unexpected_failure'
  expect(found.modern).toEqual([
    ...saving.map(() => [500, { code, message: 'Database error saving new user' }]),
    ...updating.map(() => [500, { code, message: 'Error updating user' }]),
  ])
  expect(found.old).toEqual(
    [...saving, ...updating].map(() => [500, { code: 'P0001', message: 'No sign-ups today' }]),
  )
  expect(found.arrival).toMatchObject({
    status: 302,
    query: {
      error: 'server_error',
      error_code: code,
      error_description: 'Database error saving new user',
    },
  })
})

test('constraints of the product’s tables are reported without the row, those of the auth schema not at all', async () => {
  const server = await startOAuth()
  const { id } = await memberWithSession(server)
  const rename = (name: string) =>
    server.admin(`/admin/users/${id}`, {
      method: 'PUT',
      body: { user_metadata: { name } },
      headers: OLD,
    })
  const insert = (values: string) => `insert into public.guests values ${values}`
  await server.sql(
    `create table public.guests (name text unique not null check (name <> 'nobody'))`,
  )
  await server.sql(`alter table auth.users
    add constraint no_moon check (raw_user_meta_data->>'name' is distinct from 'Moon')`)

  const twice = await raising(server, insert(`('Ada'), ('Ada')`), () => rename('Ada'))
  const nobody = await raising(server, insert(`('nobody')`), () => rename('Ada'))
  const nothing = await raising(server, insert('(null)'), () => rename('Ada'))
  const ours = await rename('Moon')
  await server.sql('alter table auth.users drop constraint no_moon')
  await server.sql('drop table public.guests')

  expect([twice, nobody, nothing].map(drawn)).toEqual([
    [
      500,
      {
        code: '23505',
        message: 'duplicate key value violates unique constraint "guests_name_key"',
        detail: 'Key (name)=(Ada) already exists.',
      },
    ],
    [
      500,
      {
        code: '23514',
        message: 'new row for relation "guests" violates check constraint "guests_name_check"',
      },
    ],
    [
      500,
      {
        code: '23502',
        message: 'null value in column "name" of relation "guests" violates not-null constraint',
      },
    ],
  ])
  expect(ours.body).toMatchObject({
    error_code: 'unexpected_failure',
    msg: 'Error updating user',
  })
})

type Way = (headers: Record<string, undefined>) => Promise<Answer>

const drawn = (answer: Answer | undefined) => [answer?.status, answer?.body]

async function bodiesOf(ways: Way[], headers: Record<string, undefined>) {
  const found = []
  for (const way of ways) found.push(drawn(await way(headers)))

  return found
}

/** While work is done, the product fails in every write of an account, as a bug or a rule in it would. */
async function raising<T>(auth: Pick<AuthServer, 'sql'>, how: string, work: () => Promise<T>) {
  await auth.sql(`create function public.refuse_account() returns trigger language plpgsql
    as $$ begin ${how}; return new; end $$`)
  await auth.sql(`create trigger refuse_account before insert or update on auth.users
    for each row execute function public.refuse_account()`)

  try {
    return await work()
  } finally {
    await auth.sql('drop function public.refuse_account() cascade')
  }
}
