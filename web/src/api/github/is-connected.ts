import type { Database } from '@app/contract/rows'
import { readRows, rowsAddress } from '#api/calls/read-rows.ts'

type Integration = Database['public']['Tables']['github_integrations']['Row']
type Parts = Pick<Integration, 'access_token' | 'installation_id'>

/** Pushing needs both: the authorization, and repositories that the app may use. */
export const isReadyToPush = (integration: Parts | null | undefined): boolean =>
  Boolean(integration?.access_token && integration.installation_id)

/** For pages that do not load the query cache. */
export async function isConnected(memberId: string): Promise<boolean> {
  const address = rowsAddress('github_integrations', {
    select: 'access_token,installation_id',
    user_id: `eq.${memberId}`,
    integration_type: 'eq.github_app',
  })
  const [integration] = await readRows<Parts>(address)

  return isReadyToPush(integration)
}
