import { expect, test } from 'vitest'
import { said, startAdminServer } from './admin-server.ts'

const APP = {
  name: 'Example App',
  uri: 'https://app.example',
  redirectUris: ['https://app.example/callback'],
  isFirstParty: false,
}

test('an admin adds a client, edits it, renews its secret and deletes it, each with an audit line', async () => {
  const server = await startAdminServer({ env: { AUTH_OAUTH_SERVER_ENABLED: 'true' } })
  const admin = await server.newAdmin()
  const call = (body: object) => server.oauth(admin, body)

  const created = await call({ action: 'create', ...APP, isPublic: false })
  const { id } = created.body
  const edited = await call({ action: 'update', id, ...APP, name: 'Other', isFirstParty: true })
  const renewed = await call({ action: 'regenerate_secret', id })
  const listed = await call({ action: 'clients', kind: 'first_party' })
  const removed = await call({ action: 'delete', id })
  const again = await call({ action: 'delete', id })

  expect([created, edited, renewed, listed, removed].map(said)).toEqual(Array(5).fill('200'))
  expect(created.body.secret).toMatch(/^[\w-]{43}$/)
  expect(renewed.body.secret).not.toBe(created.body.secret)
  expect(listed.body).toEqual({
    isEnabled: true,
    issuer: `${server.url}/auth/v1`,
    items: [
      {
        ...APP,
        id,
        name: 'Other',
        isFirstParty: true,
        isPublic: false,
        isDynamic: false,
        members: 0,
        createdAt: expect.any(String),
      },
    ],
    next: null,
    count: 1,
    isCapped: false,
  })
  expect(said(again)).toBe('404 oauth_client_not_found')
  const lines = await server.sql(
    `select action, details from public.audit_log where subject_type = 'oauth_client' order by created_at, id`,
  )
  expect(lines).toEqual([
    { action: 'oauth_client_created', details: { name: 'Example App', first_party: false } },
    { action: 'oauth_client_updated', details: { name: 'Other', first_party: true } },
    { action: 'oauth_client_secret_regenerated', details: {} },
    { action: 'oauth_client_deleted', details: {} },
    { action: 'oauth_client_deleted', details: { refused: 'oauth_client_not_found' } },
  ])
})

test('an unsafe redirect is refused in words, and an old proof is not enough', async () => {
  const server = await startAdminServer({ env: { AUTH_OAUTH_SERVER_ENABLED: 'true' } })
  const redirectUris = ['javascript:alert(1)']

  const unsafe = await server.oauth(await server.newAdmin(), {
    ...{ action: 'create', ...APP, isPublic: true, redirectUris },
  })
  const old = await server.oauth(await server.staleAdmin(), {
    ...{ action: 'create', ...APP, isPublic: true },
  })

  expect(said(unsafe)).toBe('400 validation_failed')
  expect(unsafe.body.error).toContain('redirect_uris')
  expect(said(old)).toBe('403 reauthentication_needed')
})

test('while the OAuth server is off, the list says so and nothing is added', async () => {
  const server = await startAdminServer()
  const admin = await server.newAdmin()

  const listed = await server.oauth(admin, { action: 'clients' })
  const added = await server.oauth(admin, { action: 'create', ...APP, isPublic: true })

  expect(listed.body).toMatchObject({ isEnabled: false, items: [] })
  expect(said(added)).toBe('404 feature_disabled')
})
