import type { Requests } from './people.ts'

/** The stand-in of identity providers listens ten ports after the product (scripts/launch.js). */
const PORTS_AFTER = 10

export type Company = {
  domain: string
  metadataUrl: string
  /** A new employee. */
  hire: (email?: string) => Promise<string>
}

/** A company with an identity provider of its own, which the product does not know yet. */
export function newCompany(product: string): Company {
  const { protocol, hostname, port } = new URL(product)
  const url = `${protocol}//${hostname}:${Number(port) + PORTS_AFTER}`
  const id = crypto.randomUUID().slice(0, 8)
  const domain = `company-${id}.test`

  return {
    domain,
    metadataUrl: `${url}/companies/${id}/metadata`,
    async hire(email = `ada-${crypto.randomUUID().slice(0, 8)}@${domain}`) {
      const { ok, status } = await fetch(`${url}/_control/seed`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-standin-control': '1' },
        body: JSON.stringify({ people: [{ email, name: 'Ada Berg', department: 'Sales' }] }),
      })
      if (!ok) throw new Error(`the identity provider refused (${status})`)
      return email
    },
  }
}

/** Registers the company's provider by the admin call. */
export async function registerCompany(
  request: Requests,
  { domain, metadataUrl }: Company,
  fields: object = {},
): Promise<string> {
  const company = { type: 'saml', metadata_url: metadataUrl, domains: [domain], ...fields }

  return (await send(request, 'POST', '', company)).id
}

export async function changeCompany(request: Requests, id: string, fields: object): Promise<void> {
  await send(request, 'PUT', `/${id}`, fields)
}

async function send(request: Requests, method: string, path: string, data: object) {
  const apikey = process.env.E2E_SECRET_KEY
  if (!apikey) throw new Error('E2E_SECRET_KEY must hold the secret key of the product')
  const headers = { apikey }
  const answer = await request.fetch(`/auth/v1/admin/sso/providers${path}`, {
    method,
    data,
    headers,
  })

  if (!answer.ok()) throw new Error(`sso/providers: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as { id: string }
}
