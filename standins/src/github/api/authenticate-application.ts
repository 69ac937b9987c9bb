import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { basicCredentials } from '#oauth/basic-credentials.ts'

/** The program that calls in its own name, if it shows its secret. */
export function provenApplication(
  needs: GithubNeeds,
  authorization: string | undefined,
): Registration | undefined {
  const given = basicCredentials(authorization)
  const registration = findRegistration(needs, given?.clientId)

  return registration?.clientSecret === given?.clientSecret ? registration : undefined
}
