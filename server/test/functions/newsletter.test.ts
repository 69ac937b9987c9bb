import { LANDING_TAG } from '@app/contract/newsletter-answers'
import { theServer } from '@app/platform/db/database.ts'
import { expect, test } from 'vitest'
import { mailingList } from '#outside/newsletter.ts'
import { startTestServer } from '#test/test-server.ts'
import { openMailingList } from './mailing-list.ts'

const ADA = { EMAIL: 'ada@example.test', FNAME: 'Ada', LNAME: 'Lovelace', 'group[7][1]': '1' }

test('the form of the landing page subscribes, without script and with it', async () => {
  const { list, post, postJson } = await testPeople()

  const plain = await post(ADA)
  const scripted = await postJson({ ...ADA, EMAIL: 'bob@example.test', 'group[4]': '4' })

  expect(plain.status).toBe(303)
  expect(plain.headers.get('location')).toBe('/?newsletter=confirm#newsletter')
  expect(scripted.status).toBe(200)
  expect(await scripted.json()).toEqual({
    result: 'success',
    code: 'confirm',
    msg: expect.stringMatching(/^Almost finished\.\.\./),
  })
  expect(await list.subscribers()).toMatchObject([
    {
      email: 'ada@example.test',
      fields: { FNAME: 'Ada', LNAME: 'Lovelace' },
      interests: ['Essential Updates'],
      tags: ['42'],
    },
    { email: 'bob@example.test', interests: ['Essential Updates', 'Tips & Tutorials'] },
  ])
})

test('a form is answered in JSON when it asks for that', async () => {
  const { post } = await testPeople()

  const answer = await post(ADA, { accept: 'application/json' })

  expect(await answer.json()).toMatchObject({ result: 'success', code: 'confirm' })
})

test('addresses, telephone numbers and dates arrive at the service part by part', async () => {
  const { list, post } = await testPeople()
  const parts = {
    'ADDRESS[addr1]': 'Herrengasse 1',
    'ADDRESS[city]': 'Graz',
    'PHONE[area]': '316',
    'PHONE[detail1]': '555',
    'PHONE[detail2]': '0101',
    'BIRTHDAY[month]': '12',
    'BIRTHDAY[day]': '10',
    'MMERGE7[month]': '02',
    'MMERGE7[day]': '29',
    'MMERGE7[year]': '2028',
    MMERGE8: 'plain',
  }

  await post({
    ...ADA,
    ...parts,
  })

  const [subscriber] = await list.subscribers()
  expect(subscriber?.fields).toEqual({
    FNAME: 'Ada',
    LNAME: 'Lovelace',
    ...parts,
  })
})

test('each answer of the service is understood, as plain text', async () => {
  const { list, postJson } = await testPeople()
  await list.seed({ subscribers: [{ email: 'old@example.test' }] })
  const told = async (email: string) => {
    const answer = await postJson({ ...ADA, EMAIL: email })
    return [answer.status, await answer.json()]
  }

  expect(await told('old@example.test')).toEqual([
    422,
    {
      result: 'error',
      code: 'already',
      msg: 'old@example.test is already subscribed to list Gitferry news.',
    },
  ])
  expect(await told('fake@example.test')).toMatchObject([422, { code: 'email_fake' }])
  expect(await told('throttled@example.test')).toMatchObject([
    429,
    { code: 'throttled', msg: expect.stringContaining('"throttled@example.test"') },
  ])
  expect(await told('.dotted@example.test')).toMatchObject([
    400,
    { code: 'email_invalid', field: 'EMAIL', msg: expect.stringMatching(/^The username portion/) },
  ])
  await list.seed({ optIn: 'single' })
  expect(await told('new@example.test')).toEqual([
    200,
    { result: 'success', code: 'subscribed', msg: 'Thank you for subscribing!' },
  ])
})

test('what we can see ourselves the service is not asked', async () => {
  const { list, postJson, post } = await testPeople()
  const told = async (fields: unknown) => {
    const { code, field } = (await (await postJson(fields)).json()) as Record<string, string>
    return [code, field]
  }
  const { 'group[7][1]': _, ...noPreference } = ADA

  expect(await told({ ...ADA, EMAIL: '  ' })).toEqual(['email_missing', 'EMAIL'])
  expect(await told({ ...ADA, EMAIL: 'nobody' })).toEqual(['email_invalid', 'EMAIL'])
  expect(await told({ ...ADA, EMAIL: 'a@b' })).toEqual(['email_invalid', 'EMAIL'])
  expect(await told(noPreference)).toEqual(['preference_missing', 'group'])
  expect(await told({ ...noPreference, 'group[7][8]': '8' })).toEqual([
    'preference_missing',
    'group',
  ])
  for (const hostile of [
    [],
    'text',
    { EMAIL: { a: 1 } },
    { ...ADA, FNAME: 'x'.repeat(500) },
    { ...ADA, 'DATE[month]': 'Feb', 'DATE[day]': '1' },
    { ...ADA, 'lower case': 'x' },
    { ...ADA, 'ADDRESS[unknown]': 'x' },
  ]) {
    expect((await told(hostile))[0]).toBe('field_invalid')
  }
  expect((await post({ EMAIL: '' })).headers.get('location')).toBe(
    '/?newsletter=email_missing#newsletter',
  )
  expect(await list.subscribers()).toEqual([])
})

test.each(['application/json', 'application/x-www-form-urlencoded'])(
  'a form as %s that grows beyond a megabyte is told so',
  async (type) => {
    const { list, pour } = await testPeople()

    const reply = await pour(type, 2 * 1024 * 1024)

    expect(reply.status).toBe(413)
    expect(await reply.json()).toMatchObject({ code: 'body_too_large' })
    expect(await list.subscribers()).toEqual([])
  },
)

test('a program that fills in the hidden field is told it went well', async () => {
  const { list, postJson } = await testPeople()

  const answer = await postJson({ ...ADA, 'b_gitferry-local_newsletter': 'x' })

  expect(await answer.json()).toMatchObject({ result: 'success', code: 'confirm' })
  expect(await list.subscribers()).toEqual([])
})

test('the landing page’s tag reaches a list that has no numbers for it, and no other tag does', async () => {
  const list = await openMailingList()
  const { url } = await startTestServer({ env: { ...list.env, NEWSLETTER_TAGS: '' } })
  const post = (fields: Record<string, string>) =>
    fetch(`${url}/newsletter`, { method: 'POST', body: new URLSearchParams(fields) })

  await post({ ...ADA, tags: LANDING_TAG })
  await post({ ...ADA, EMAIL: 'bob@example.test', tags: 'vip' })

  expect(await list.subscribers()).toMatchObject([{ tags: ['landing-page'] }, { tags: [] }])
})

test('tags and lists are ours to say, not the form’s', async () => {
  const { list, post } = await testPeople()

  await post({ ...ADA, tags: '666', u: 'other', id: 'other' })

  expect(await list.subscribers()).toMatchObject([{ tags: ['42'] }])
})

test('another site’s page cannot make its visitors subscribe', async () => {
  const { list, post } = await testPeople()

  const answer = await post(ADA, { 'sec-fetch-site': 'cross-site' })

  expect(answer.status).toBe(403)
  expect(await list.subscribers()).toEqual([])
})

test('while the service is unavailable the subscription is kept, and passed on later', async () => {
  const { list, postJson, post, settle, sql } = await testPeople()
  const badDays = [
    { drop: 'before' },
    { status: 503 },
    { status: 200, body: '<html>Maintenance</html>' },
    { malformed: true },
    { status: 200, body: { hello: 'world' } },
  ]

  for (const [i, badDay] of badDays.entries()) {
    await list.fault({ path: '/subscribe/*', ...badDay })
    const answer = await postJson({ ...ADA, EMAIL: `reader-${i}@example.test` })
    expect(answer.status).toBe(202)
    expect(await answer.json()).toEqual({
      result: 'success',
      code: 'kept',
      msg: 'The mailing service does not answer right now. We keep your request and pass it on as soon as it does.',
    })
    await list.mend()
  }
  await list.fault({ path: '/subscribe/*', status: 500 })
  const plain = await post({ ...ADA, EMAIL: 'reader-5@example.test' })
  await list.mend()
  await sql('update ops.jobs set run_at = now()')
  await settle()

  expect(plain.headers.get('location')).toBe('/?newsletter=kept#newsletter')
  const emails = (await list.subscribers()).map(({ email }) => email).sort()
  expect(emails).toEqual([0, 1, 2, 3, 4, 5].map((i) => `reader-${i}@example.test`))
})

test('a kept subscription that the service throttles is not lost either', async () => {
  const { list, postJson, settle, sql } = await testPeople()
  const passOn = async () => {
    await sql('update ops.jobs set run_at = now()')
    await settle()
  }
  await list.fault({ path: '/subscribe/*', status: 503 })
  await postJson(ADA)
  await list.mend()
  const later = { result: 'error', msg: 'Too many subscribe attempts. Please try again later.' }
  await list.fault({ path: '/subscribe/*', status: 200, body: later })

  await passOn()
  await list.mend()
  await passOn()

  expect(await list.subscribers()).toMatchObject([{ email: ADA.EMAIL }])
})

test('of a very long answer only the beginning is read and shown', async () => {
  const { list, postJson } = await testPeople()
  const msg = `Too many. ${'<a>'.repeat(100_000)}Come back later`
  await list.fault({ path: '/subscribe/*', status: 200, body: { result: 'error', msg } })

  const answer = await postJson({ ...ADA, EMAIL: 'long@example.test' })

  expect([answer.status, await answer.json()]).toEqual([
    429,
    { result: 'error', code: 'throttled', msg: expect.stringMatching(/^Too many\..{0,9}$/) },
  ])
})

test('a service that is slow is not waited for', async () => {
  const { list } = await testPeople()
  await list.fault({ path: '/subscribe/*', latencyMs: 60_000 })
  const { NEWSLETTER_URL: url, NEWSLETTER_U, NEWSLETTER_ID, NEWSLETTER_GROUP } = list.env
  const impatient = mailingList({
    url,
    account: NEWSLETTER_U,
    list: NEWSLETTER_ID,
    group: NEWSLETTER_GROUP,
    tags: [],
    limitMs: 50,
  })

  const asked = impatient.subscribe({
    email: 'ada@example.test',
    firstName: '',
    lastName: '',
    bits: [1],
    tags: [],
    fields: {},
  })

  await expect(asked).rejects.toMatchObject({
    failure: 'unavailable',
    message: 'newsletter: gave no answer in 50 ms',
  })
})

test('a kept subscription is sealed in the database', async () => {
  const { list, postJson, sql, logged } = await testPeople()
  await list.fault({ path: '/subscribe/*', status: 500 })

  await postJson({ ...ADA, EMAIL: 'secret-reader@example.test' })

  const jobs = await sql(`select payload::text from ops.jobs where kind = 'pass-on-subscription'`)
  expect(jobs).toHaveLength(1)
  expect(JSON.stringify(jobs)).not.toContain('secret-reader')
  expect(logged.join('')).not.toContain('secret-reader')
})

test('without a mailing service the answer is clear', async () => {
  const { url } = await startTestServer()

  const answer = await fetch(`${url}/newsletter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADA),
  })

  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ result: 'error', code: 'unavailable' })
})

test('one address or one client that asks too often has to wait', async () => {
  const { list, postJson, sql } = await testPeople()
  await usedUp(sql, 'newsletter to ada@example.test')

  const address = await postJson({ ...ADA, EMAIL: 'Ada@example.test' })
  const other = await postJson({ ...ADA, EMAIL: 'bob@example.test' })
  await usedUp(sql, 'newsletter from 127.0.0.1')
  const client = await postJson({ ...ADA, EMAIL: 'carol@example.test' })

  expect(address.status).toBe(429)
  expect(Number(address.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await address.json()).toMatchObject({ result: 'error', code: 'throttled' })
  expect(other.status).toBe(200)
  expect(client.status).toBe(429)
  expect(await list.subscribers()).toHaveLength(1)
})

test('the extension subscribes by its own names, without a key', async () => {
  const { list, call } = await testPeople()
  const customFields = {
    source: 'extension',
    version: '1.3.20',
    subscription_date: '2026-03-01T10:00:00.000Z',
    preferences: JSON.stringify({ productUpdates: true, tips: true, communityNews: false }),
  }

  const answer = await call({
    email: 'Ada@example.test',
    firstName: 'Ada',
    lastName: 'Lovelace',
    customFields,
  })

  expect(answer.status).toBe(201)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toEqual({
    success: true,
    message: expect.stringMatching(/^Almost finished/),
    subscriber: {
      id: '28ae5bf8fa0cde12855e61ac303859cc',
      email: 'Ada@example.test',
      status: 'pending',
      subscribedAt: expect.stringMatching(/Z$/),
    },
  })
  expect(await list.subscribers()).toMatchObject([
    { interests: ['Essential Updates', 'Tips & Tutorials'], fields: { FNAME: 'Ada' } },
  ])
})

test('the extension is told in words what went wrong', async () => {
  const { list, call } = await testPeople()
  await list.seed({ subscribers: [{ email: 'old@example.test' }] })
  const told = async (body: object) => {
    const answer = await call(body)
    const { message, error, code } = (await answer.json()) as Record<string, string>
    return [answer.status, code, message ?? error]
  }

  expect(await told({ email: 'old@example.test', firstName: '', lastName: '' })).toEqual([
    422,
    'already',
    'old@example.test is already subscribed to list Gitferry news.',
  ])
  expect(await told({ email: 'nonsense' })).toEqual([
    422,
    'email_invalid',
    'Please enter a valid email address.',
  ])
  expect(await told({})).toMatchObject([400, 'validation_failed', expect.stringContaining('email')])
  await list.close()
  expect(await told({ email: 'ada@example.test' })).toEqual([
    201,
    undefined,
    'The mailing service does not answer right now. We keep your request and pass it on as soon as it does.',
  ])
})

test('every refusal has its words where the extension looks for them, the host’s too', async () => {
  const { send, sql } = await testPeople()
  const told = async (method: string, body?: string | ReadableStream) => {
    const answer = await send(method, body)
    const { message, error, code } = (await answer.json()) as Record<string, string>
    return [answer.status, code, typeof message, message === error]
  }
  const subscription = JSON.stringify({ email: 'ada@example.test' })

  expect(await told('GET')).toEqual([405, 'method_not_allowed', 'string', true])
  expect(await told('POST', '{')).toEqual([400, 'bad_json', 'string', true])
  expect(await told('POST', '{}')).toEqual([400, 'validation_failed', 'string', true])
  await usedUp(sql, 'newsletter from 127.0.0.1')
  expect(await told('POST', subscription)).toEqual([429, 'over_request_rate_limit', 'string', true])
  // Last, since it closes the connection.
  const large = 2 * 1024 * 1024
  expect(await told('POST', poured(large))).toEqual([413, 'body_too_large', 'string', true])
})

test('a body that says it is too large is refused in the same words', async () => {
  const { send } = await testPeople()

  const answer = await send('POST', 'x'.repeat(1024 * 1024 + 1))

  const { message, error } = (await answer.json()) as Record<string, string>
  expect([answer.status, typeof message, message === error]).toEqual([413, 'string', true])
})

async function testPeople() {
  const list = await openMailingList()
  const { url, db, settle, logged } = await startTestServer({ env: list.env })
  const sql = async (text: string, values: unknown[] = []) =>
    (await db.ask(theServer, { text, values })).rows

  return {
    list,
    settle,
    logged,
    sql,
    post: (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(`${url}/newsletter`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    postJson: (fields: unknown) =>
      fetch(`${url}/newsletter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      }),
    /** A body without a content-length. */
    pour: (type: string, bytes: number) =>
      fetch(`${url}/newsletter`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: poured(bytes),
        duplex: 'half',
      } as RequestInit),
    send: (method: string, body?: string | ReadableStream) =>
      fetch(`${url}/functions/v1/newsletter-subscription`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body, duplex: 'half' }),
      } as RequestInit),
    call: (body: object) =>
      fetch(`${url}/functions/v1/newsletter-subscription`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

const poured = (bytes: number) => new Blob([new Uint8Array(bytes)]).stream()

/** An empty bucket dated in the future, so that it does not refill. */
const usedUp = (sql: (text: string, values: unknown[]) => Promise<unknown>, key: string) =>
  sql(
    `insert into ops.rate_limits (key, tokens, burst, updated_at)
     values ($1, 0, 1, now() + interval '50 seconds')
     on conflict (key) do update set tokens = 0, updated_at = excluded.updated_at`,
    [key],
  )
