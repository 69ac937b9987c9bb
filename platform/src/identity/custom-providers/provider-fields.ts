import type { CustomProviderName } from '#identity/custom-provider.ts'
import { validationFailed } from '#identity/errors.ts'
import { notSupported } from './errors.ts'
import type { CustomProviderRow } from './providers-table.ts'

/** What an admin sends. Only the first eight can be honoured. */
export type CustomProviderInput = {
  name?: string | undefined
  client_id?: string | undefined
  client_secret?: string | undefined
  issuer?: string | undefined
  scopes?: readonly string[] | undefined
  acceptable_client_ids?: readonly string[] | undefined
  authorization_params?: Record<string, string> | undefined
  enabled?: boolean | undefined
  identifier?: string | undefined
  provider_type?: string | undefined
  /** The names of fields that are set to what is not supported. */
  unsupported: readonly string[]
}

const IDENTIFIER = /^custom:[a-z0-9][a-z0-9_-]{0,62}$/
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/
const DEFAULT_SCOPES = ['openid', 'email', 'profile']
const MOST_ENTRIES = 20
const LONGEST = { name: 100, client_id: 512, client_secret: 2048, issuer: 2048, parameter: 500 }
/** Ours, which a parameter of the provider's page must not replace. */
const RESERVED = ['client_id', 'client_secret', 'nonce', 'redirect_uri', 'scope', 'state']

export function readIdentifier(identifier = ''): CustomProviderName {
  if (!IDENTIFIER.test(identifier)) {
    throw validationFailed('identifier must be "custom:" and up to 63 of a-z, 0-9, - and _')
  }
  return identifier as CustomProviderName
}

type Fields = Omit<
  CustomProviderRow,
  'id' | 'identifier' | 'client_secret_sealed' | 'discovery_document' | 'created_at' | 'updated_at'
>

/** What is left out is taken from `before`; without it, from the defaults. An empty secret: unchanged. */
export function readProvider(
  input: CustomProviderInput,
  before?: CustomProviderRow,
): Fields & { clientSecret: string } {
  refuseUnsupported(input, before)
  const text = (field: 'name' | 'client_id' | 'issuer') =>
    within(field, input[field] || before?.[field] || '')

  return {
    name: text('name'),
    client_id: text('client_id'),
    issuer: webAddress(text('issuer')),
    clientSecret:
      before && !input.client_secret ? '' : within('client_secret', input.client_secret ?? ''),
    scopes: readScopes(input.scopes ?? before?.scopes ?? DEFAULT_SCOPES),
    acceptable_client_ids: readClientIds(
      input.acceptable_client_ids ?? before?.acceptable_client_ids ?? [],
    ),
    authorization_params: readParameters(
      input.authorization_params ?? before?.authorization_params ?? {},
    ),
    enabled: input.enabled ?? before?.enabled ?? true,
  }
}

function refuseUnsupported(input: CustomProviderInput, before?: CustomProviderRow): void {
  const { provider_type: type, identifier, unsupported } = input
  if (type === undefined ? !before : type !== 'oidc') {
    throw validationFailed('provider_type must be oidc, other types are not supported')
  }
  if (before && identifier !== undefined && identifier !== before.identifier) {
    throw validationFailed('The identifier of a provider cannot be changed')
  }
  const [field] = unsupported
  if (field) throw notSupported(field)
}

function within(field: Exclude<keyof typeof LONGEST, 'parameter'>, value: string): string {
  const text = value.trim()
  if (text === '') throw validationFailed(`${field} is required`)
  if (Array.from(text).length > LONGEST[field]) throw validationFailed(`${field} is too long`)

  return text
}

function webAddress(issuer: string): string {
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  if (url?.search !== '' || url.hash !== '') {
    throw validationFailed('issuer must be an address without a query')
  }
  return issuer
}

function readScopes(scopes: readonly string[]): string[] {
  const all = [...new Set(scopes)]
  if (!all.includes('openid')) throw validationFailed('scopes must contain openid')
  if (all.length > MOST_ENTRIES || !all.every((one) => SCOPE.test(one))) {
    throw validationFailed('scopes must be up to 20 words')
  }
  return all
}

function readClientIds(ids: readonly string[]): string[] {
  const isUsable = ids.every((id) => id !== '' && id.length <= LONGEST.client_id)
  if (ids.length > MOST_ENTRIES || !isUsable) {
    throw validationFailed('acceptable_client_ids must be up to 20 client ids')
  }
  return [...new Set(ids)]
}

function readParameters(parameters: Record<string, string>): Record<string, string> {
  const all = Object.entries(parameters)
  const isTooLarge = all.some(([name, value]) => name.length + value.length > LONGEST.parameter)
  if (all.length > MOST_ENTRIES || isTooLarge) {
    throw validationFailed('authorization_params must be up to 20 short texts')
  }
  const reserved = all.find(([name]) => RESERVED.includes(name) || isOfPkce(name))
  if (reserved) throw validationFailed(`authorization_params must not set ${reserved[0]}`)
  return parameters
}

const isOfPkce = (name: string) => name.startsWith('code_') || name.startsWith('response_')
