import type { OAuthAuthorizationDetails, OAuthRedirect } from '@supabase/auth-js'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { CodedError } from '#api/errors/coded-error.ts'
import { openIdentity } from './identity.ts'

/**
 * An app's request for access; if the member has allowed all of it before, only the way back. Asked once, because the server then gives a
 * code.
 */
export const accessRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['access-request', id],
    queryFn: async (): Promise<OAuthAuthorizationDetails | OAuthRedirect> => {
      const auth = await openIdentity()
      const { data, error } = await auth.oauth.getAuthorizationDetails(id)

      if (error) throw error
      return data
    },
    enabled: id !== '',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

/** Answers with the address that leads back to the app. */
export const useAnswerRequest = (id: string) =>
  useMutation({
    mutationFn: async (action: 'approve' | 'deny'): Promise<string> => {
      const { oauth } = await openIdentity()
      const options = { skipBrowserRedirect: true }
      const { data, error } = await (action === 'approve'
        ? oauth.approveAuthorization(id, options)
        : oauth.denyAuthorization(id, options))

      if (error) throw error
      return data.redirect_url
    },
  })

/** The request has expired, was answered, or is somebody else's: only the app can begin another. */
export const isRequestOver = (error: unknown): boolean => {
  const { code } = Object(error) as Partial<CodedError>

  return code === 'oauth_authorization_not_found' || code === 'validation_failed'
}
