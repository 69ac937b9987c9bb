import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSaml } from '@app/standins/saml'
import { expect, onTestFinished, test } from 'vitest'
import { said, startAdminServer } from './admin-server.ts'

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const TEXT = {
  domains: ['lanternworks.test'],
  mapping: { unit: { names: ['department'], isList: false, fallback: 'None' } },
  nameIdFormat: PERSISTENT,
  resourceId: 'lanternworks',
}

test('an admin adds a provider, edits it, disables and deletes it, each with an audit line', async () => {
  const { server, idp, call } = await startWithProvider()

  const created = await call({
    ...{ action: 'create', ...TEXT },
    domains: [' LanternWorks.test '],
    metadataUrl: idp.entityId,
  })
  const { id } = created.body
  const listed = await call({ action: 'providers', state: 'enabled' })
  const edited = await call({ action: 'update', id, ...TEXT, mapping: {}, resourceId: '' })
  const tooEarly = await call({ action: 'delete', id })
  const disabled = await call({ action: 'set_disabled', id, isDisabled: true })
  const after = await call({ action: 'providers', state: 'disabled' })
  const deleted = await call({ action: 'delete', id })

  expect([created, edited, disabled, deleted].map(said)).toEqual(Array(4).fill('200'))
  expect(listed.body).toEqual({
    serviceProvider: {
      entityId: `${server.url}/auth/v1/sso/saml/metadata`,
      acsUrl: `${server.url}/auth/v1/sso/saml/acs`,
      certificates: [expect.stringMatching(/^-----BEGIN CERTIFICATE-----/)],
    },
    items: [
      {
        ...TEXT,
        id,
        entityId: idp.entityId,
        isDisabled: false,
        metadataUrl: idp.entityId,
        metadataEndsAt: expect.any(String),
        metadataFetchedAt: expect.any(String),
        metadataFailure: null,
        users: 0,
        createdAt: expect.any(String),
      },
    ],
    next: null,
    count: 1,
    isCapped: false,
  })
  expect(said(tooEarly)).toBe('409 sso_provider_enabled')
  expect(after.body.items).toMatchObject([
    { mapping: {}, resourceId: null, metadataUrl: idp.entityId, isDisabled: true },
  ])
  const lines = await server.sql(
    `select action, details from public.audit_log where subject_type = 'sso_provider' order by created_at, id`,
  )
  const domains = 'lanternworks.test'
  expect(lines).toEqual([
    { action: 'sso_provider_created', details: { domains } },
    { action: 'sso_provider_updated', details: { domains } },
    { action: 'sso_provider_deleted', details: { refused: 'sso_provider_enabled' } },
    { action: 'sso_provider_disabled', details: {} },
    { action: 'sso_provider_deleted', details: {} },
  ])
})

test('what cannot be a provider is refused with a code for its field', async () => {
  const { idp, call } = await startWithProvider()
  const metadataXml = await (await fetch(idp.entityId)).text()
  const own = metadataXml.replace(idp.entityId, 'https://other.example/metadata')
  const create = async (body: object) => said(await call({ action: 'create', ...TEXT, ...body }))
  await create({ metadataXml })
  const { items } = (await call({ action: 'providers' })).body as { items: { id: string }[] }

  const found = {
    'a domain of another': await create({ metadataXml: own, resourceId: '' }),
    'the same name': await create({ metadataXml: own, domains: [] }),
    'the same entity': await create({ metadataXml, domains: [], resourceId: '' }),
    'no metadata': await create({}),
    'other XML': await create({ metadataXml: '<a/>' }),
    'no public address': await create({ metadataUrl: 'ftp://127.0.0.1/metadata' }),
    'no domain': await create({ metadataXml: own, domains: ['x'] }),
    'another entity': said(
      await call({ action: 'update', id: items[0]?.id, ...TEXT, metadataXml: own }),
    ),
    'no address to fetch': said(await call({ action: 'fetch_metadata', id: items[0]?.id })),
  }

  expect(found).toEqual({
    'a domain of another': '400 sso_domain_already_exists',
    'the same name': '422 conflict',
    'the same entity': '422 saml_idp_already_exists',
    'no metadata': '400 validation_failed',
    'other XML': '400 validation_failed',
    'no public address': '400 saml_metadata_fetch_failed',
    'no domain': '400 validation_failed',
    'another entity': '400 saml_entity_id_mismatch',
    'no address to fetch': '400 validation_failed',
  })
})

test('metadata is fetched at once, and a failure is kept and told', async () => {
  const { idp, call } = await startWithProvider()
  const { body } = await call({ action: 'create', ...TEXT, metadataUrl: idp.entityId })
  const fetched = await call({ action: 'fetch_metadata', id: body.id })
  await idp.close()

  const failed = await call({ action: 'fetch_metadata', id: body.id })

  const listed = await call({ action: 'providers' })
  expect(said(fetched)).toBe('200')
  expect(said(failed)).toBe('400 saml_metadata_fetch_failed')
  expect(listed.body.items).toMatchObject([{ metadataFailure: failed.body.error }])
})

test('a test sign-in leads to the provider and tells what came, without a session', async () => {
  const { server, idp, call } = await startWithProvider()
  const { body } = await call({ action: 'create', ...TEXT, metadataUrl: idp.entityId })
  const begun = await call({ action: 'begin_test', id: body.id })
  const test = { action: 'test', id: body.id, testId: begun.body.id }
  const before = await call(test)
  const page = await (
    await fetch(String(begun.body.url), {
      method: 'POST',
      body: new URLSearchParams({ person: 'ada@lanternworks.test', decision: 'approve' }),
    })
  ).text()
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? ''

  const posted = await fetch(`${server.url}/auth/v1/sso/saml/acs`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      SAMLResponse: field('SAMLResponse'),
      RelayState: field('RelayState'),
    }),
  })

  const after = await call(test)
  expect(before.body).toEqual({ report: null })
  const place = new URL(posted.headers.get('location') ?? '')
  expect([place.pathname, place.search, place.hash]).toEqual([
    '/admin/sso',
    `?open=${body.id}&sso_test=${begun.body.id}`,
    '',
  ])
  expect(after.body.report).toMatchObject({
    refusal: null,
    user: { email: 'ada@lanternworks.test', claims: { unit: 'Engineering' } },
  })
})

test('admins are mailed once before the metadata of an enabled provider ends', async () => {
  const { server, idp, call } = await startWithProvider()
  const { body } = await call({ action: 'create', ...TEXT, metadataUrl: idp.entityId })
  const endIn = (days: number) =>
    server.sql(
      'update auth.saml_providers set metadata_ends_at = now() + make_interval(days => $1)',
      [days],
    )
  const mailsAfterJob = async () => {
    await server.sql(`insert into ops.jobs (kind) values ('warn-of-metadata-ends')`)
    await server.settle()
    const mails = await server.sql(
      `select to_address from ops.mail_outbox where template = 'company_metadata_ends'`,
    )
    return mails.length
  }

  await endIn(31)
  const early = await mailsAfterJob()
  await call({ action: 'set_disabled', id: body.id, isDisabled: true })
  await endIn(29)
  const disabled = await mailsAfterJob()
  await call({ action: 'set_disabled', id: body.id, isDisabled: false })
  const due = await mailsAfterJob()
  const again = await mailsAfterJob()

  const [{ admins } = { admins: 0 }] = await server.sql(
    `select count(*)::int as admins from public.users where role = 'admin'`,
  )
  expect([early, disabled, due, again]).toEqual([0, 0, admins, admins])
  expect(admins).toBeGreaterThan(0)
})

test('while SAML is off, providers can be prepared but not tested', async () => {
  const { call, idp } = await startWithProvider({ AUTH_SAML_ENABLED: 'false' })

  const { body } = await call({ action: 'create', ...TEXT, metadataUrl: idp.entityId })

  const listed = await call({ action: 'providers' })
  expect(listed.body).toMatchObject({ serviceProvider: null, items: [{ id: body.id }] })
  expect(said(await call({ action: 'begin_test', id: body.id }))).toBe('404 saml_provider_disabled')
})

async function startWithProvider(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'gitferry-saml-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const idp = await startSaml({ dataDir })
  onTestFinished(idp.close)
  const server = await startAdminServer({
    env: {
      AUTH_SAML_ENABLED: 'true',
      AUTH_SAML_LOOPBACK_METADATA: 'true',
      DATA_DIR: dataDir,
      ...env,
    },
  })
  const admin = await server.newAdmin()

  return { server, idp, call: (body: object) => server.sso(admin, body) }
}
