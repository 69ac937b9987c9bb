import { authorizedFetch } from './authorized-fetch.ts'
import { CodedError } from './coded-error.ts'
import { identityUrl } from './identity-client.ts'

type IdentitySettings = { external: Record<string, boolean | undefined> }

/** What the identity service offers at the moment. */
export async function identitySettings(): Promise<IdentitySettings> {
  const answer = await authorizedFetch(`${identityUrl}/settings`)

  if (!answer.ok) throw new CodedError('')
  return (await answer.json()) as IdentitySettings
}
