import { queryOptions } from '@tanstack/react-query'
import { CodedError } from '#api/coded-error.ts'
import { dataApi } from '#api/data-api.ts'
import { sessionStore } from '#api/session.ts'
import { IntegrationUnknown } from './github-error.ts'

/** Specification, section 3. The token in here is sealed: it only tells that there is one. */
const COLUMNS =
  'id, user_id, integration_type, installation_id, access_token, expires_at, github_username, github_user_id, avatar_url, scopes, created_at, updated_at, last_used_at'

/** The member's connection as the product has written it down, or null. */
export const integrationQuery = queryOptions({
  queryKey: ['github', 'integration'],
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

function memberId(): string {
  const session = sessionStore.get()

  if (session.status !== 'member') throw new CodedError('no_authorization')
  return session.id
}
