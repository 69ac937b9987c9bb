// Over both databases: a test is spent by one of several responses.
import { randomUUID } from 'node:crypto'
import type { SsoTestReport } from '@app/contract/sso'
import { expect, test } from 'vitest'
import { deleteExpired } from '#identity/flows/delete-expired.ts'
import { forThisFile } from '#test/for-this-file.ts'
import { MINUTE_MS, ok, refusal } from './factors-server.ts'
import { flowOf, type Lies, startSharedSaml } from './saml-server.ts'

const shared = forThisFile(startSharedSaml())

const DAY_MS = 24 * 60 * MINUTE_MS

type Begun = { id: string; url: string }

test('a test sign-in shows what came and how it is read, and signs nobody in', async () => {
  const server = shared()
  await change({ attribute_mapping: { keys: { unit: { name: 'department' } } } })
  const person = await server.idp.hire()

  const { report, arrived, relayState } = await testSignIn(person)

  expect(report).toEqual({
    at: server.now().toISOString(),
    refusal: null,
    came: {
      isVerified: true,
      issuer: expect.any(String),
      audiences: [`${server.config.apiUrl}/auth/v1/sso/saml/metadata`],
      recipient: `${server.config.apiUrl}/auth/v1/sso/saml/acs`,
      nameId: {
        value: `persistent-${person}`,
        format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      },
      attributes: [
        { name: 'mail', values: [person] },
        { name: 'displayName', values: ['Ada Berg'] },
        { name: 'department', values: ['Sales'] },
      ],
      clockAheadS: 0,
    },
    user: {
      identifier: `persistent-${person}`,
      email: person,
      domain: server.idp.domain,
      name: 'Ada Berg',
      claims: { unit: 'Sales' },
      hasAccount: false,
    },
    isProviderDisabled: false,
  })
  expect(arrived).toMatchObject({ status: 303, token: '', code: null })
  const flow = relayState.replace('test-', '')
  const finished = await server.finish(`${server.base}/sso/saml/finish?flow=${flow}`, '')
  expect(finished).toMatchObject({ error: 'saml_relay_state_not_found', token: '' })
  expect(await server.sql('select id from auth.users where email = $1', [person])).toEqual([])
})

test('it ends on the page that began, with its id', async () => {
  const { config } = shared()
  const page = `${config.siteUrl}/admin/sso?open=1`

  const { id, arrived } = await testSignIn(await shared().idp.hire(), { redirect_to: page })

  expect(arrived.url).toBe(`${page}&sso_test=${id}`)
})

test('an account that exists, a clock that is ahead, and a provider that is disabled are said', async () => {
  const server = shared()
  const { email } = await server.signIn()

  const known = await testSignIn(email)
  const ahead = await testSignIn(email, { lies: { now: server.now().getTime() + 42_000 } })
  await change({ disabled: true })
  const unready = await testSignIn(email)
  await change({ disabled: false })

  expect(known.report?.user?.hasAccount).toBe(true)
  expect(ahead.report).toMatchObject({ refusal: null, came: { clockAheadS: 42 } })
  expect(unready.report).toMatchObject({ refusal: null, isProviderDisabled: true })
})

test('whatever would be refused is said with its reason, and with what came', async () => {
  const server = shared()
  const person = await server.idp.hire()
  const foreign = await server.idp.hire(`${randomUUID()}@elsewhere.test`)
  const now = server.now().getTime()
  const wrong: Record<string, [Lies, string?]> = {
    declined: [{ lies: { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } }],
    unsigned: [{ lies: { signs: 'nothing' } }],
    weak_signature: [
      { lies: { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' } },
    ],
    wrong_signature: [{ otherKey: true }],
    wrong_destination: [{ lies: { recipient: 'https://elsewhere.test/acs' } }],
    wrong_issuer: [{ lies: { issuer: 'https://elsewhere.test' } }],
    wrong_audience: [{ lies: { audience: 'https://elsewhere.test' } }],
    other_request: [{ lies: { requestId: '_other' } }],
    not_yet_valid: [{ lies: { now: now + 2 * MINUTE_MS } }],
    expired: [{ lies: { now: now - 10 * MINUTE_MS } }],
    valid_too_long: [{ lies: { endsInMs: 12 * MINUTE_MS } }],
    session_ended: [{ lies: { sessionEndsInMs: -1 } }],
    no_identifier: [{ lies: { nameId: null } }],
    no_email: [{ lies: { attributes: { displayName: ['Ada'] } } }],
    foreign_domain: [{}, foreign],
  }

  const found: Record<string, unknown> = {}
  const shown: Record<string, unknown> = {}
  for (const [reason, [lies, other]] of Object.entries(wrong)) {
    const { report } = await testSignIn(other ?? person, lies)
    found[reason] = report?.refusal?.reason
    shown[reason] = report?.came?.isVerified
  }

  expect(found).toEqual(Object.fromEntries(Object.keys(wrong).map((name) => [name, name])))
  const unverified = ['declined', 'unsigned', 'weak_signature', 'wrong_signature', 'other_request']
  expect(shown).toEqual(
    Object.fromEntries(Object.keys(wrong).map((name) => [name, !unverified.includes(name)])),
  )
})

test('what is no response at all is said too', async () => {
  const begun = await begin()
  await shared().postResponse('<a/>', flowOf(begun.url, []).relayState)

  const { report } = await read(begun.id)

  expect(report).toMatchObject({ refusal: { reason: 'malformed' }, came: null, user: null })
})

test('a test counts once, ends after five minutes, and is kept sealed', async () => {
  const server = shared()
  const person = await server.idp.hire()
  const first = await testSignIn(person)
  const again = await server.postResponse('<a/>', first.relayState)
  const late = await begin()
  server.forward(5 * MINUTE_MS + 1)
  const lateAnswer = await server.postResponse('<a/>', flowOf(late.url, []).relayState)

  expect(again.error).toBe('saml_relay_state_not_found')
  expect((await read(first.id)).report?.refusal).toBeNull()
  expect(lateAnswer.error).toBe('saml_relay_state_expired')
  expect((await read(late.id)).report).toBeNull()
  const rows = await server.sql('select * from auth.saml_tests where id = $1', [first.id])
  expect(JSON.stringify(rows)).not.toContain(person)
})

test('reports are forgotten after a day', async () => {
  const server = shared()
  const { id } = await testSignIn(await server.idp.hire())
  const isKept = async () => {
    await deleteExpired(server.db)
    return (await server.sql('select id from auth.saml_tests where id = $1', [id])).length === 1
  }

  const before = await isKept()
  server.forward(DAY_MS + 1)

  expect([before, await isKept()]).toEqual([true, false])
})

test('a response to a test is no sign-in, also where its RelayState is exchanged', async () => {
  const server = shared()
  const person = await server.idp.hire()
  const begun = flowOf((await begin()).url, [])
  const signIn = await server.begin()

  const outcome = await server.complete(await server.respond(person, begun.requestId), signIn)

  expect(outcome).toMatchObject({ error: 'validation_failed', token: '' })
})

test('only the service key begins and reads tests', async () => {
  const server = shared()
  const path = `${pathOf()}/tests`
  const { id } = await begin()
  const off = await server.another({ AUTH_SAML_ENABLED: 'false' })
  const post = { method: 'POST', body: {} } as const

  const found = [
    await server.call(path, post),
    await server.call(`${path}/${id}`),
    await server.admin(`${path}/${randomUUID()}`),
    await server.admin(`${path}/x`),
    await server.admin(`/admin/sso/providers/${randomUUID()}/tests/${id}`),
    await server.admin(`/admin/sso/providers/x/tests`, post),
    await off.admin(path, post),
  ]

  expect(found.map(refusal)).toEqual([
    '401 no_authorization',
    '401 no_authorization',
    '404 not_found',
    '404 not_found',
    '404 sso_provider_not_found',
    '404 sso_provider_not_found',
    '404 saml_provider_disabled',
  ])
})

/** Runs a test sign-in as this employee, from start to result. */
async function testSignIn(
  person: string,
  { redirect_to, ...lies }: Lies & { redirect_to?: string } = {},
) {
  const server = shared()
  const { id, url } = await begin(redirect_to)
  const { requestId, relayState } = flowOf(url, [])
  const xml = await server.respond(person, requestId, lies)
  const arrived = await server.postResponse(xml, relayState)

  return { id, relayState, arrived, report: (await read(id)).report }
}

const pathOf = () => `/admin/sso/providers/${shared().provider.id}`

async function begin(redirect_to?: string): Promise<Begun> {
  const { body } = await shared().admin<Begun>(`${pathOf()}/tests`, {
    method: 'POST',
    body: { ...(redirect_to !== undefined && { redirect_to }) },
  })
  return body
}

const read = async (id: string) =>
  ok(await shared().admin<{ report: SsoTestReport | null }>(`${pathOf()}/tests/${id}`))

const change = async (body: object) => ok(await shared().admin(pathOf(), { method: 'PUT', body }))
