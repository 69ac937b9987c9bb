import { readConfigScript } from '#config/config-script.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { CodedError } from './coded-error.ts'

type IdentitySettings = { external: Record<string, boolean | undefined> }

/** What the identity service offers at the moment. */
export async function identitySettings(): Promise<IdentitySettings> {
  const answer = await authorizedFetch(`${readConfigScript().apiUrl}/auth/v1/settings`)

  if (!answer.ok) throw new CodedError('')
  return (await answer.json()) as IdentitySettings
}
