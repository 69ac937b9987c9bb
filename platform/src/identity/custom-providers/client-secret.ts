import type { Identity } from '#identity/identity.ts'
import type { CustomProviderRow } from './providers-table.ts'

const placeOf = (id: string) => `custom_oauth_providers|client_secret|${id}`

export const sealClientSecret = (
  { keyring }: Pick<Identity, 'keyring'>,
  id: string,
  secret: string,
): string => keyring.seal(secret, placeOf(id))

export const openClientSecret = (
  { keyring }: Pick<Identity, 'keyring'>,
  { id, client_secret_sealed }: Pick<CustomProviderRow, 'id' | 'client_secret_sealed'>,
): string => keyring.open(client_secret_sealed, placeOf(id))
