import { isStorableJson } from '@app/contract/storable'
import {
  authenticateClient,
  type ClientCredentials,
} from '#identity/oauth-server/authenticate-client.ts'
import type { ClientRow } from '#identity/oauth-server/clients-table.ts'
import { invalidClient, TokenRefused } from '#identity/oauth-server/errors.ts'
import type { TokenReply } from '#identity/oauth-server/issue-tokens.ts'
import { redeemAuthorization } from '#identity/oauth-server/redeem-authorization.ts'
import { refreshAuthorization } from '#identity/oauth-server/refresh-authorization.ts'
import type { AuthContext, AuthNeeds, Route } from './auth-needs.ts'
import { clientOf } from './caller.ts'
import { readObject } from './read-body.ts'

/** The token endpoint of the OAuth server, whose refusals have the format of RFC 6749. */
export const postOAuthToken: Route = (needs) => async (c) => {
  try {
    return c.json(await grant(needs, c))
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error
    return c.json({ error: error.oauthError, error_description: error.message }, 400)
  }
}

type Parameters = Map<string, string>

async function grant(needs: AuthNeeds, c: AuthContext): Promise<TokenReply> {
  const parameters = await readParameters(c)
  const type = parameters.get('grant_type')
  if (!type) throw invalidRequest('grant_type is missing')
  const client = await authenticateClient(needs.identity, credentialsOf(c, parameters))
  if (!client.grant_types.includes(type)) {
    throw new TokenRefused('unsupported_grant_type', 'The client may not use this grant_type')
  }

  return type === 'refresh_token'
    ? byRefreshToken(needs, c, client, parameters)
    : byCode(needs, c, client, parameters)
}

function byCode(needs: AuthNeeds, c: AuthContext, client: ClientRow, parameters: Parameters) {
  const presented = {
    code: required(parameters, 'code'),
    redirectUri: required(parameters, 'redirect_uri'),
    verifier: required(parameters, 'code_verifier'),
  }

  return redeemAuthorization(needs.identity, client, presented, clientOf(c))
}

function byRefreshToken(
  needs: AuthNeeds,
  c: AuthContext,
  client: ClientRow,
  parameters: Parameters,
) {
  const token = required(parameters, 'refresh_token')

  return refreshAuthorization(needs.identity, client, token, clientOf(c))
}

function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (!value) throw invalidRequest(`${name} is missing`)

  return value
}

/** A form, as the standards have it, or JSON, as clients of Supabase Auth may send. */
async function readParameters(c: AuthContext): Promise<Parameters> {
  const type = c.req.header('content-type') ?? ''
  if (/^application\/json\b/i.test(type)) {
    const body = await readObject(c).catch(() => {
      throw invalidRequest('The body is not a JSON object')
    })
    return new Map(Object.entries(body).map(([name, value]) => [name, textOf(name, value)]))
  }

  const text = await c.req.text()
  const fields = [...new URLSearchParams(text)]
  const names = fields.map(([name]) => name)
  // RFC 8707 lets a client name several resources.
  const isTwice = (name: string, i: number) => names.indexOf(name) !== i && name !== 'resource'
  if (names.some(isTwice)) throw invalidRequest('A parameter was given twice')
  if (fields.some(([, value]) => !isStorableJson(JSON.stringify(value)))) {
    throw invalidRequest('A parameter holds a character that cannot be')
  }
  return new Map(fields)
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== 'string' && name !== 'resource') {
    throw invalidRequest('Every parameter must be a text')
  }
  return String(value)
}

function credentialsOf(c: AuthContext, parameters: Parameters): ClientCredentials {
  const basic = basicOf(c.req.header('authorization'))
  const id = parameters.get('client_id')
  const secret = parameters.get('client_secret') || null
  if (!basic) {
    if (!id) throw invalidClient()
    return { id, secret }
  }
  if (secret !== null || (id && id !== basic.id)) {
    throw invalidRequest('The client authenticates in two ways at once')
  }
  return basic
}

/** RFC 6749, section 2.3.1: both halves are form-encoded before they are joined. */
function basicOf(header: string | undefined): ClientCredentials | null {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon === -1) throw invalidClient()

  return { id: decoded(text.slice(0, colon)), secret: decoded(text.slice(colon + 1)) || null }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidClient()
  }
}

const invalidRequest = (message: string) => new TokenRefused('invalid_request', message)
