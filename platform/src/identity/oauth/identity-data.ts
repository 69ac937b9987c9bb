import type { Metadata } from '@app/contract/identity'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'

/** The provider's profile, under the names that clients read. */
export function identityData(profile: ProviderProfile): Metadata {
  const { issuer, subject, email, emailVerified, name, avatarUrl, username } = profile

  return {
    iss: issuer,
    sub: subject,
    provider_id: subject,
    ...(email !== null && { email: email.toLowerCase() }),
    email_verified: emailVerified,
    phone_verified: false,
    ...(name !== null && { name, full_name: name }),
    ...(avatarUrl !== null && { avatar_url: avatarUrl, picture: avatarUrl }),
    ...(username !== null && { user_name: username, preferred_username: username }),
  }
}
