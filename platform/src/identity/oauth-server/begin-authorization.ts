import { randomUUID } from 'node:crypto'
import { LONGEST_CLIENT_URI } from '@app/contract/oauth'
import { theServer } from '#db/database.ts'
import { readUuid } from '#db/uuid.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { insertAuthorization } from './authorizations-table.ts'
import { type ClientRow, findClient } from './clients-table.ts'
import { clientNotFound } from './errors.ts'
import { returnAddress } from './return-address.ts'
import { readScopes } from './scopes.ts'

type Needs = Pick<Identity, 'db' | 'clock' | 'settings' | 'tokens'>

/**
 * Keeps a client's request and returns where the browser goes: to the consent page, or back to the client with an error. It throws
 * for an unknown client or address: the error must not be sent to an address that nobody registered.
 */
export async function beginAuthorization(
  needs: Needs,
  parameters: URLSearchParams,
): Promise<string> {
  const client = await clientOf(needs, parameters)
  const redirectUri = redirectOf(client, parameters)
  const state = parameters.get('state')
  const refuse = (description: string) =>
    returnAddress(redirectUri, { error: 'invalid_request', error_description: description, state })

  const problem = problemOf(parameters)
  if (problem) return refuse(problem)
  const scopes = readScopes(needs, client, parameters.get('scope') ?? '')
  if (!scopes) return refuse('A scope is unknown, or not open to this client')

  const id = randomUUID()
  await needs.db.as(theServer, (sql) =>
    insertAuthorization(sql, {
      id,
      client_id: client.id,
      redirect_uri: redirectUri,
      scopes,
      state,
      nonce: parameters.get('nonce'),
      code_challenge: parameters.get('code_challenge') ?? '',
      created_at: needs.clock.now(),
    }),
  )
  const consent = new URL('/oauth/consent', needs.settings.siteUrl)
  consent.searchParams.set('authorization_id', id)
  return consent.href
}

async function clientOf({ db }: Needs, parameters: URLSearchParams): Promise<ClientRow> {
  const id = readUuid(single(parameters, 'client_id'))
  const client = id && (await db.as(theServer, (sql) => findClient(sql, id)))
  if (!client) throw clientNotFound(400)

  return client
}

/** Compared as text: one that differs in a single character is not registered. */
function redirectOf({ redirect_uris }: ClientRow, parameters: URLSearchParams): string {
  const uri = single(parameters, 'redirect_uri')
  if (!redirect_uris.includes(uri)) {
    throw validationFailed('redirect_uri is not one that the client registered')
  }
  return uri
}

function single(parameters: URLSearchParams, name: string): string {
  const [value = '', ...more] = parameters.getAll(name)
  if (more.length > 0) throw validationFailed(`${name} was given twice`)

  return value
}

const LONGEST_TEXT = 2048
const REPEATABLE = ['resource']

function problemOf(parameters: URLSearchParams): string | null {
  const names = [...parameters.keys()]
  const twice = names.find((name, i) => names.indexOf(name) !== i && !REPEATABLE.includes(name))
  if (twice !== undefined) return 'A parameter was given twice'

  if (parameters.get('response_type') !== 'code') return 'response_type must be code'
  if (parameters.get('code_challenge_method') !== 'S256') {
    return 'code_challenge_method must be S256'
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(parameters.get('code_challenge') ?? '')) {
    return 'code_challenge must have 43 to 128 characters'
  }
  if (
    ['state', 'nonce', 'scope'].some((name) => (parameters.get(name) ?? '').length > LONGEST_TEXT)
  ) {
    return 'state, nonce and scope can have 2048 characters'
  }
  return parameters.getAll('resource').every(isResource)
    ? null
    : 'resource must be an absolute address without query and fragment'
}

const isResource = (uri: string) =>
  uri.length <= LONGEST_CLIENT_URI && URL.canParse(uri) && !/[?#]/.test(uri)
