// Over both databases: lists of domains and the search by a prefix are answered by SQL of their own.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SsoProviderJson } from '#identity/sso/provider-json.ts'
import { forThisFile } from '#test/for-this-file.ts'
import { MINUTE_MS, ok, refusal } from './factors-server.ts'
import { addProvider, startSharedSaml } from './saml-server.ts'

const shared = forThisFile(startSharedSaml({ AUTH_SAML_LOOPBACK_METADATA: 'true' }))

const PROVIDERS = '/admin/sso/providers'

const ownEntity = () => ({ entityId: `https://${randomUUID()}.example/metadata` })
const ownDomain = () => `${randomUUID()}.example`

test('a provider is created, found by either name, changed and deleted', async () => {
  const server = shared()
  const [domain, added] = [ownDomain(), ownDomain()]
  const resource_id = `acme-${randomUUID()}`
  const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

  const made = await addProvider(server, server.idp, {
    ...ownEntity(),
    domains: [domain.toUpperCase()],
    resource_id,
    name_id_format: format,
  })
  const byName = await server.admin<SsoProviderJson>(`${PROVIDERS}/resource_${resource_id}`)
  const put = await server.admin<SsoProviderJson>(`${PROVIDERS}/${made.id}`, {
    method: 'PUT',
    body: { domains: [domain, added], disabled: true },
  })
  const listed = await server.admin<{ items: SsoProviderJson[] }>(
    `${PROVIDERS}?resource_id_prefix=${resource_id.slice(0, 12)}`,
  )
  const deleted = await server.admin<SsoProviderJson>(`${PROVIDERS}/${made.id}`, {
    method: 'DELETE',
  })

  expect(made).toMatchObject({ resource_id, disabled: false, domains: [{ domain }] })
  expect(byName.body).toEqual(made)
  expect(put.body).toMatchObject({
    disabled: true,
    domains: [domain, added].toSorted().map((one) => ({ domain: one })),
    saml: { name_id_format: format, metadata_xml: made.saml.metadata_xml },
  })
  expect(listed.body.items.map(({ id }) => id)).toEqual([made.id])
  expect(listed.body.items[0]?.saml.metadata_xml).toBeUndefined()
  expect(deleted.body.id).toBe(made.id)
  expect(refusal(await server.admin(`${PROVIDERS}/${made.id}`))).toBe('404 sso_provider_not_found')
})

test('what cannot be a provider is refused with the code that clients know', async () => {
  const server = shared()
  const { domain } = server.idp
  const resource_id = randomUUID()
  const metadata_xml = await server.idp.metadata()
  const own = () => metadata_xml.replace(server.idp.entityId, ownEntity().entityId)
  const [named, unnamed] = [
    await addProvider(server, server.idp, { ...ownEntity(), resource_id }),
    await addProvider(server, server.idp, ownEntity()),
  ]
  const post = async (body: object) =>
    refusal(await server.admin(PROVIDERS, { method: 'POST', body: { type: 'saml', ...body } }))
  const put = async (body: object) =>
    refusal(await server.admin(`${PROVIDERS}/${unnamed.id}`, { method: 'PUT', body }))

  const found = {
    'no type': await post({ type: undefined, metadata_xml }),
    'no metadata': await post({}),
    'both kinds': await post({ metadata_xml, metadata_url: 'https://x.example' }),
    'no metadata at all': await post({ metadata_xml: '<a/>' }),
    'a DOCTYPE': await post({ metadata_xml: `<!DOCTYPE a>${metadata_xml}` }),
    'a weak certificate': await post({
      metadata_xml: own().replace(/X509Certificate>[^<]+/, 'X509Certificate>AAAA'),
    }),
    'the same entity': await post({ metadata_xml }),
    'a domain of another': await post({ metadata_xml: own(), domains: [domain] }),
    'no domain': await post({ metadata_xml: own(), domains: ['not a domain'] }),
    'an unknown format': await post({ metadata_xml: own(), name_id_format: 'x' }),
    'the same resource': await post({ metadata_xml: own(), resource_id: named.resource_id }),
    'a wrong kind': await post({ metadata_xml: 1 }),
    'another entity': await put({ metadata_xml: own() }),
    "another's domain": await put({ domains: [domain] }),
    'by nobody': refusal(await server.call(PROVIDERS)),
    'an unknown id': refusal(await server.admin(`${PROVIDERS}/x`)),
  }

  expect(found).toEqual({
    'no type': '400 validation_failed',
    'no metadata': '400 validation_failed',
    'both kinds': '400 validation_failed',
    'no metadata at all': '400 validation_failed',
    'a DOCTYPE': '400 validation_failed',
    'a weak certificate': '400 validation_failed',
    'the same entity': '422 saml_idp_already_exists',
    'a domain of another': '400 sso_domain_already_exists',
    'no domain': '400 validation_failed',
    'an unknown format': '400 validation_failed',
    'the same resource': '422 conflict',
    'a wrong kind': '400 bad_json',
    'another entity': '400 saml_entity_id_mismatch',
    "another's domain": '400 sso_domain_already_exists',
    'by nobody': '401 no_authorization',
    'an unknown id': '404 sso_provider_not_found',
  })
})

test('metadata is fetched from public addresses by https only', async () => {
  const server = await shared().another({ AUTH_SAML_LOOPBACK_METADATA: 'false' })
  const before = await asked(server.idp.url)
  const urls = [
    `${server.idp.url}/metadata`,
    'https://127.0.0.1/metadata',
    'https://localhost/metadata',
    'https://[::1]/metadata',
    'https://10.0.0.1/metadata',
    'https://169.254.169.254/latest',
    'https://0x7f.1/metadata',
    'https://user:secret@example.com/',
    'http://example.com/metadata',
    'file:///etc/passwd',
    'nonsense',
  ]

  const found = []
  for (const metadata_url of urls) {
    const body = { type: 'saml', metadata_url }
    found.push(refusal(await server.admin(PROVIDERS, { method: 'POST', body })))
  }

  expect(found).toEqual(urls.map(() => '400 saml_metadata_fetch_failed'))
  expect(await asked(server.idp.url)).toBe(before)
})

test('a redirect is not followed', async () => {
  const server = shared()
  await fault(server.idp.url, { status: 302, headers: { location: `${server.idp.url}/metadata` } })

  const answer = await server.admin<{ message: string }>(PROVIDERS, {
    method: 'POST',
    body: { type: 'saml', metadata_url: `${server.idp.url}/metadata` },
  })

  expect(refusal(answer)).toBe('400 saml_metadata_fetch_failed')
  expect(answer.body.message).toContain('302')
})

test('a provider that changed its key unannounced is known again after one refused sign-in', async () => {
  const server = shared()
  ok(
    await server.admin(`${PROVIDERS}/${server.provider.id}`, {
      method: 'PUT',
      body: { metadata_url: `${server.idp.url}/metadata` },
    }),
  )
  await server.idp.rotate()
  server.forward(5 * MINUTE_MS)

  const refused = await server.signIn()
  // A job runs after its due time, and here time does not pass by itself.
  server.forward(1000)
  await server.settle()
  const accepted = await server.signIn()

  expect(refused).toMatchObject({
    error: 'validation_failed',
    description: expect.stringContaining('signature does not match'),
  })
  expect(accepted.token).toBeTruthy()
})

async function asked(url: string): Promise<number> {
  const { count } = (await (
    await fetch(`${url}/_control/requests/count?path=/metadata`)
  ).json()) as { count: number }

  return count
}

const fault = (url: string, what: object) =>
  fetch(`${url}/_control/faults`, {
    method: 'POST',
    headers: { 'x-standin-control': '1' },
    body: JSON.stringify({ method: 'GET', path: '/metadata', nth: 1, times: 1, ...what }),
  })
