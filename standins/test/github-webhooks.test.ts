import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { listenAsProduct } from './listen-as-product.ts'
import { openGithub } from './open-github.ts'

test('the app gets an installation event, signed with its secret', async () => {
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

test('it gets all events of an installation, in order', async () => {
  const product = await listenAsProduct()
  const github = await openGithub({ productUrl: product.url })
  const id = await github.install('mia-torres', { repositories: ['timer-wall'] })

  await github.control('PUT', `installations/${id}`, { suspended: true })
  await github.control('PUT', `installations/${id}`, { suspended: false })
  await github.control('DELETE', `installations/${id}`)
  const told = (await github.deliveries()).toReversed()

  expect(told.map(({ event, action }) => `${event} ${action}`)).toEqual([
    'installation created',
    'installation suspend',
    'installation unsuspend',
    'installation deleted',
  ])
  expect(product.heard).toHaveLength(4)
})

test('revoking the authorization ends the tokens, and the app gets an event', async () => {
  const product = await listenAsProduct()
  const github = await openGithub({ productUrl: product.url })
  const { access_token: token } = await github.signIn('mia-torres')

  await github.control('POST', 'people/mia-torres/revoke', {})
  const [told] = await github.deliveries()

  expect((await github.api('/user', token)).status).toBe(401)
  expect(told).toMatchObject({
    event: 'github_app_authorization',
    payload: { action: 'revoked', sender: { login: 'mia-torres', id: 1001 } },
    attempts: [{ statusCode: 202 }],
  })
})

test('an error response is stored with the delivery', async () => {
  const product = await listenAsProduct(500)
  const github = await openGithub({ productUrl: product.url })
  await github.install('mia-torres')

  const [told] = await github.deliveries()

  expect(told?.attempts).toEqual([{ statusCode: 500 }])
})
