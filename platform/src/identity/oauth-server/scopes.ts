import { DATA_SCOPES, OAUTH_SCOPES } from '@app/contract/oauth'
import type { Identity } from '#identity/identity.ts'
import type { ClientRow } from './clients-table.ts'

type Needs = Pick<Identity, 'tokens'>

/** What Supabase Auth gives to a client that names no scope. */
const DEFAULT = ['email']

/** Scopes of the product's data are open to first-party clients only. */
export const isOpenTo = (
  { is_first_party }: Pick<ClientRow, 'is_first_party'>,
  scopes: readonly string[],
): boolean => is_first_party || !scopes.some((scope) => DATA_SCOPES.some((one) => one === scope))

/** Clients cannot verify an id token that is signed with our secret. */
const canSignIdTokens = ({ tokens }: Needs) => !tokens.algorithm.startsWith('HS')

/** All scopes, whoever may have them. */
export const offeredScopes = (needs: Needs): string[] =>
  OAUTH_SCOPES.filter((scope) => scope !== 'openid' || canSignIdTokens(needs))

/** The scopes of a request; null if one is unknown, or not for this client. */
export function readScopes(
  needs: Needs,
  client: Pick<ClientRow, 'is_first_party'>,
  text: string,
): string[] | null {
  const requested = [...new Set(text.split(' ').filter((scope) => scope !== ''))]
  const offered = offeredScopes(needs)
  if (!isOpenTo(client, requested) || requested.some((scope) => !offered.includes(scope)))
    return null

  return requested.length > 0 ? requested : DEFAULT
}
