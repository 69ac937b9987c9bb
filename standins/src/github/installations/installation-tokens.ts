import type { Permissions } from '#github/registrations/registration.ts'
import { randomText } from '#oauth/random-text.ts'
import type { Installation } from './installation.ts'
import type { InstallationState, InstallationToken } from './installation-memory.ts'
import { findInstallation } from './installation-memory.ts'

const LIFE_MS = 60 * 60 * 1000

export function issueInstallationToken(
  state: InstallationState,
  { id }: Installation,
  rights: { permissions: Permissions; repositoryIds: number[] | null },
  now: number,
): InstallationToken {
  const token = {
    token: `ghs_${randomText(36)}`,
    installationId: id,
    ...rights,
    until: now + LIFE_MS,
  }
  state.tokens = [...state.tokens.filter((one) => now < one.until), token]

  return token
}

/** Valid tokens only; a suspended installation has none. */
export function findInstallationToken(state: InstallationState, text: string, now: number) {
  const token = state.tokens.find((one) => one.token === text && now < one.until)
  const installation = token && findInstallation(state, token.installationId)

  return token && installation && !installation.suspended ? { token, installation } : undefined
}
