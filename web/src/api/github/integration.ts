import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { CodedError } from '#api/coded-error.ts'
import { dataApi } from '#api/data-api.ts'
import { sessionStore } from '#api/session.ts'
import { IntegrationUnknown } from './github-error.ts'

/** Root of everything that GitHub, or our record of the connection, has answered. */
export const githubKey = ['github'] as const

/** Specification, section 3, and the end of the connection. The token is sealed: it only tells that there is one. */
const COLUMNS =
  'id, user_id, integration_type, installation_id, access_token, expires_at, github_username, github_user_id, avatar_url, scopes, created_at, updated_at, last_used_at, refresh_token_expires_at'

/** Our record of the member's connection, or null. */
export const integrationQuery = queryOptions({
  queryKey: [...githubKey, 'integration'],
  queryFn: async () => {
    const { data, error } = await dataApi()
      .from('github_integrations')
      .select(COLUMNS)
      .eq('user_id', memberId())
      .eq('integration_type', 'github_app')
      .maybeSingle()

    if (error) throw new IntegrationUnknown(error.message, { cause: error })
    return data
  },
})

/** Loads again what is shown; the rest when it is shown next. */
export const refreshGithub = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: githubKey })

function memberId(): string {
  const session = sessionStore.get()

  if (session.status !== 'member') throw new CodedError('no_authorization')
  return session.id
}
