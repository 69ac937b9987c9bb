import { makeMember, tokensOf } from '@app/e2e/people.ts'
import { expect } from 'vitest'
import { storeSession, test } from './harness/fixtures.ts'

test('a provider that the operator added is listed by its name, and unlinked', async ({ page }) => {
  const name = `acme-${crypto.randomUUID().slice(0, 8)}`
  const member = await makeMember(page.request)
  const tokens = await tokensOf(page.request, member)
  const email = await linkCustomProvider(page.origin, tokens.access_token, name)
  storeSession(page, tokens)

  await page.goto('/settings?tab=security')
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('button', { name: `Unlink ${name}` }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Unlink ${name}` })
    .click()

  await expect(page.getByText(`${name} unlinked`)).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Link GitHub' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Unlink ${name}` })).toHaveCount(0)
})

/** Another client links it; the stand-in of Google, five ports after the product, plays the provider. */
async function linkCustomProvider(product: string, token: string, name: string): Promise<string> {
  const issuer = new URL(product)
  issuer.hostname = '127.0.0.1'
  issuer.port = String(Number(issuer.port) + 5)
  const email = `${name}@example.test`
  const apikey = process.env.E2E_SECRET_KEY ?? ''
  const control = { 'x-standin-control': '1' }
  await post(`${issuer.origin}/_control/seed`, control, { people: [{ name: 'Ada Berg', email }] })
  await post(
    `${product}/auth/v1/admin/custom-providers`,
    { apikey },
    {
      provider_type: 'oidc',
      identifier: `custom:${name}`,
      name,
      issuer: issuer.origin,
      client_id: 'gitferry-custom',
      client_secret: 'gitferry-custom-secret',
      acceptable_client_ids: [name],
    },
  )
  const { id_token } = await post(`${issuer.origin}/_control/id-tokens`, control, {
    person: email,
    clientId: name,
  })
  await post(
    `${product}/auth/v1/token?grant_type=id_token`,
    { apikey, authorization: `Bearer ${token}` },
    { provider: `custom:${name}`, id_token, link_identity: true },
  )

  return email
}

async function post(url: string, headers: Record<string, string>, body: object) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)

  const text = await answer.text()
  return (text === '' ? {} : JSON.parse(text)) as Record<string, string>
}
