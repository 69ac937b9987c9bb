import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { listenAsProduct } from './listen-as-product.ts'
import { openGithub } from './open-github.ts'

test('the app is told of an installation, under its own secret', async () => {
  const product = await listenAsProduct()
  const github = await openGithub({ productUrl: product.url })

  const id = await github.install('mia-torres')
  await github.deliveries()

  const [heard] = product.heard
  const body = heard?.body ?? ''
  const seal = createHmac('sha256', github.app.webhookSecret).update(body).digest('hex')
  expect(heard).toMatchObject({
    path: '/webhooks/github',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'installation',
      'x-github-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-hub-signature-256': `sha256=${seal}`,
      'user-agent': expect.stringMatching(/^GitHub-Hookshot\//),
    },
  })
  expect(JSON.parse(body)).toMatchObject({
    action: 'created',
    installation: { id, account: { login: 'mia-torres' } },
    repositories: expect.arrayContaining([
      expect.objectContaining({ full_name: 'mia-torres/timer-wall', private: true }),
    ]),
    sender: { login: 'mia-torres' },
  })
})

test('it hears of everything that becomes of an installation, in order', async () => {
  const product = await listenAsProduct()
  const github = await openGithub({ productUrl: product.url })
  const id = await github.install('mia-torres', { repositories: ['timer-wall'] })

  await github.install('mia-torres', { repositories: ['next-idea'] })
  await github.control('PUT', `installations/${id}`, { suspended: true })
  await github.control('PUT', `installations/${id}`, { suspended: false })
  await github.control('DELETE', `installations/${id}`)
  const told = (await github.deliveries()).toReversed()

  expect(told.map(({ event, action }) => `${event} ${action}`)).toEqual([
    'installation created',
    'installation_repositories added',
    'installation_repositories removed',
    'installation suspend',
    'installation unsuspend',
    'installation deleted',
  ])
  expect(told[1]?.payload).toMatchObject({ repositories_added: [{ name: 'next-idea' }] })
  expect(product.heard).toHaveLength(6)
})

test('a person who takes back the authorization ends the tokens, and the app is told', async () => {
  const product = await listenAsProduct()
  const github = await openGithub({ productUrl: product.url })
  const { access_token: token } = await github.signIn('mia-torres')

  await github.press('/settings/applications/revoke', {
    person: 'mia-torres',
    application: github.app.clientId,
  })
  const [told] = await github.deliveries()

  expect((await github.api('/user', token)).status).toBe(401)
  expect(told).toMatchObject({
    event: 'github_app_authorization',
    payload: { action: 'revoked', sender: { login: 'mia-torres', id: 1001 } },
    attempts: [{ statusCode: 202, status: 'OK' }],
  })
})

test('what nobody took can be told again, under the same number', async () => {
  const github = await openGithub({ productUrl: 'http://127.0.0.1:1' })
  await github.install('mia-torres')
  const [failed] = await github.deliveries()
  const product = await listenAsProduct()
  await github.control('PUT', 'product', { url: product.url })

  await github.control('POST', `deliveries/${failed?.guid}/attempts`)
  const [told] = await github.deliveries()

  expect(failed?.attempts).toMatchObject([{ statusCode: 0, status: 'failed to connect to host' }])
  expect(told?.attempts).toMatchObject([{ statusCode: 0 }, { statusCode: 202 }])
  expect(product.heard[0]?.headers['x-github-delivery']).toBe(failed?.guid)
})

test('a test may hold events back and let them arrive in another order', async () => {
  const product = await listenAsProduct()
  const github = await openGithub({ productUrl: product.url })
  await github.control('PUT', 'webhooks', { held: true })
  const id = await github.install('mia-torres')
  await github.control('DELETE', `installations/${id}`)

  const held = await github.deliveries()
  for (const { guid } of held) await github.control('POST', `deliveries/${guid}/attempts`)

  expect(product.heard.map(({ body }) => JSON.parse(body).action)).toEqual(['deleted', 'created'])
})

test('an answer other than yes is kept as such', async () => {
  const product = await listenAsProduct(500)
  const github = await openGithub({ productUrl: product.url })
  await github.install('mia-torres')

  const [told] = await github.deliveries()

  expect(told?.attempts).toMatchObject([
    {
      statusCode: 500,
      status: 'Invalid HTTP Response: 500',
      url: `${product.url}/webhooks/github`,
    },
  ])
})

test('a delivery nobody knows cannot be told again', async () => {
  const github = await openGithub()

  expect((await github.control('POST', 'deliveries/none/attempts')).status).toBe(400)
})
