import type { Database } from '@app/contract/rows'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readRows, rowsAddress } from '#api/calls/read-rows.ts'
import { CodedError } from '#api/errors/coded-error.ts'
import { sessionStore } from '#api/session/session.ts'
import { IntegrationUnknown } from './github-error.ts'

/** The root key of all data from GitHub or our record of the connection. */
export const githubKey = ['github'] as const

/** Columns from the specification, section 3, and the end of the connection. The sealed token only shows that one exists. */
const COLUMNS = [
  'id',
  'user_id',
  'integration_type',
  'installation_id',
  'access_token',
  'expires_at',
  'github_username',
  'github_user_id',
  'avatar_url',
  'scopes',
  'created_at',
  'updated_at',
  'last_used_at',
  'refresh_token_expires_at',
] as const

type Integration = Pick<
  Database['public']['Tables']['github_integrations']['Row'],
  (typeof COLUMNS)[number]
>

/** Our record of the member's connection, or null. */
export const integrationQuery = queryOptions({
  queryKey: [...githubKey, 'integration'],
  queryFn: async () => {
    const address = rowsAddress('github_integrations', {
      select: COLUMNS.join(),
      user_id: `eq.${memberId()}`,
      integration_type: 'eq.github_app',
    })

    try {
      const [integration] = await readRows<Integration>(address)
      return integration ?? null
    } catch (cause) {
      throw new IntegrationUnknown(cause instanceof Error ? cause.message : '', { cause })
    }
  },
})

/** Reloads data on display now; other data when it is next shown. */
export const refreshGithub = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: githubKey })

function memberId(): string {
  const session = sessionStore.get()

  if (session.status !== 'member') throw new CodedError('no_authorization')
  return session.id
}
