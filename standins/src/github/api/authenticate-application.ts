import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { basicCredentials } from '#oauth/basic-credentials.ts'

/** The program whose client secret is in the header, if it is right. */
export function authenticateApplication(
  needs: GithubNeeds,
  authorization: string | undefined,
): Registration | undefined {
  const given = basicCredentials(authorization)
  const registration = findRegistration(needs, given?.clientId)

  return registration?.clientSecret === given?.clientSecret ? registration : undefined
}
