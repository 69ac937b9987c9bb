import { findToken } from '#github/grants/tokens.ts'
import { findInstallationToken } from '#github/installations/installation-tokens.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import type { ApiEnv, Caller, Robot } from './api-env.ts'
import { readAppJwt } from './app-jwt.ts'

type Shown = Pick<ApiEnv['Variables'], 'caller' | 'robot' | 'app'>

const NOBODY: Shown = { caller: null, robot: null, app: null }

/** Who shows this; undefined if it opens nothing, or not any more. Throws what is wrong with a JSON web token. */
export async function whoShows(
  needs: GithubNeeds,
  credential: string | undefined,
): Promise<Shown | undefined> {
  if (credential === undefined) return NOBODY
  if (credential.split('.').length === 3) {
    return { ...NOBODY, app: await readAppJwt(needs, credential) }
  }
  if (credential.startsWith('ghs_')) {
    const robot = robotWith(needs, credential)
    return robot && { ...NOBODY, robot }
  }
  const caller = callerWith(needs, credential)

  return caller && { ...NOBODY, caller }
}

function callerWith(needs: GithubNeeds, accessToken: string): Caller | undefined {
  const token = findToken(needs.memory.grants.state, accessToken, needs.clock.now())
  const person = token && needs.memory.people.byId(token.personId)
  const registration = token && findRegistration(needs, token.clientId)

  return token && person && registration && { token, person, registration }
}

function robotWith(needs: GithubNeeds, text: string): Robot | undefined {
  const found = findInstallationToken(needs.memory.installations.state, text, needs.clock.now())
  const registration = found && findRegistration(needs, found.installation.clientId)

  return found && registration && { ...found, registration }
}
