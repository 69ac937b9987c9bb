import { LONGEST_CLIENT_NAME, LONGEST_CLIENT_URI, MOST_REDIRECT_URIS } from '@app/contract/oauth'
import { echo } from '#errors/echo.ts'
import { validationFailed } from '#identity/errors.ts'
import type { ClientRow } from './clients-table.ts'

/** What a request may say of a client; null and omitted mean the same. */
export type ClientFields = {
  client_name?: string | undefined
  client_uri?: string | undefined
  logo_uri?: string | undefined
  redirect_uris?: readonly string[] | undefined
  grant_types?: readonly string[] | undefined
  response_types?: readonly string[] | undefined
  token_endpoint_auth_method?: string | undefined
  client_type?: string | undefined
  is_first_party?: boolean | undefined
}

type Described = Pick<ClientRow, 'client_name' | 'client_uri' | 'logo_uri'> &
  Pick<ClientRow, 'redirect_uris' | 'grant_types' | 'token_endpoint_auth_method' | 'client_type'>

const METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const
export const GRANT_TYPES = ['authorization_code', 'refresh_token']

/** A new client, with the defaults of what was not named. */
export function describeClient(fields: ClientFields): Described {
  const isPublic = fields.client_type === 'public'
  const { redirect_uris = [], ...named } = readFields(fields)

  return {
    client_name: null,
    client_uri: null,
    logo_uri: null,
    redirect_uris: requireRedirects(redirect_uris),
    grant_types: GRANT_TYPES,
    ...(isPublic
      ? { token_endpoint_auth_method: 'none', client_type: 'public' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_type: 'confidential' }),
    ...named,
  }
}

/** Only what the request names. */
export function readFields(fields: ClientFields): Partial<Described> {
  const { client_name, client_uri, logo_uri, redirect_uris, grant_types, response_types } = fields
  const { token_endpoint_auth_method: method } = fields
  if (response_types?.some((type) => type !== 'code')) {
    throw validationFailed('response_types must be code')
  }

  return {
    ...(client_name !== undefined && { client_name: readName(client_name) }),
    ...(client_uri !== undefined && { client_uri: readPage(client_uri, 'client_uri') }),
    ...(logo_uri !== undefined && { logo_uri: readPage(logo_uri, 'logo_uri') }),
    ...(redirect_uris && { redirect_uris: requireRedirects(redirect_uris) }),
    ...(grant_types && { grant_types: readGrantTypes(grant_types) }),
    ...readMethod(method, fields.client_type),
  }
}

function requireRedirects(uris: readonly string[]): string[] {
  const unique = [...new Set(uris)]
  if (unique.length === 0) throw validationFailed('redirect_uris must name at least one address')
  if (unique.length > MOST_REDIRECT_URIS) {
    throw validationFailed(`redirect_uris can name ${MOST_REDIRECT_URIS} addresses at most`)
  }
  for (const uri of unique) {
    const problem = redirectProblem(uri)
    if (problem) throw validationFailed(`redirect_uris: ${echo(uri)} ${problem}`)
  }
  return unique
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Browsers run these, or read the machine's files with them. */
const UNSAFE_SCHEMES = [
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'javascript:',
  'mailto:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]

/** Why nobody may be sent to the address; null: they may. */
export function redirectProblem(uri: string): string | null {
  if (uri.length > LONGEST_CLIENT_URI) return 'is too long'
  // URL parsers drop tabs and line breaks, so that a checked address would differ from a stored one.
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\') || !URL.canParse(uri)) {
    return 'is not an address'
  }
  const { protocol, hostname, username, password } = new URL(uri)
  if (uri.includes('#')) return 'must not have a fragment'
  if (UNSAFE_SCHEMES.includes(protocol)) return 'has a scheme that is not allowed'
  if (username || password) return 'must not name a user'
  if (protocol === 'http:' && !LOOPBACK.includes(hostname)) {
    return 'must begin with https:, because only this computer may be reached by http:'
  }
  return null
}

/** Controls, and marks that change the direction of what follows, would disguise the name. */
const DISGUISE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

function readName(name: string): string | null {
  const trimmed = name.trim()
  if (Array.from(trimmed).length > LONGEST_CLIENT_NAME)
    throw validationFailed('client_name is too long')
  if (DISGUISE.test(trimmed)) {
    throw validationFailed('client_name must not hold control characters')
  }
  return trimmed || null
}

function readPage(uri: string, name: string): string | null {
  if (uri === '') return null
  const isPage =
    uri.length <= LONGEST_CLIENT_URI && /^https?:\/\/[\x21-\x7e]+$/i.test(uri) && URL.canParse(uri)
  if (!isPage) throw validationFailed(`${name} must be a web address`)

  return uri
}

function readGrantTypes(types: readonly string[]): string[] {
  const unknown = types.find((type) => !GRANT_TYPES.includes(type))
  if (unknown !== undefined)
    throw validationFailed(`grant_types: ${echo(unknown)} is not supported`)
  if (!types.includes('authorization_code')) {
    throw validationFailed('grant_types must name authorization_code')
  }
  return [...new Set(types)]
}

function readMethod(
  method: string | undefined,
  type: string | undefined,
): Partial<Pick<Described, 'token_endpoint_auth_method' | 'client_type'>> {
  if (type && type !== 'public' && type !== 'confidential') {
    throw validationFailed('client_type must be public or confidential')
  }
  if (!method) return {}
  const known = METHODS.find((one) => one === method)
  if (!known) throw validationFailed('token_endpoint_auth_method is not supported')
  const client_type = known === 'none' ? 'public' : 'confidential'
  if (type && type !== client_type) {
    throw validationFailed('client_type and token_endpoint_auth_method contradict each other')
  }
  return { token_endpoint_auth_method: known, client_type }
}
