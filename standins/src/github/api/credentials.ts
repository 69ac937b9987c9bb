import { findToken } from '#github/grants/tokens.ts'
import { findInstallationToken } from '#github/installations/installation-tokens.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/needs.ts'
import type { ApiEnv, Bot, Caller } from './api-env.ts'
import { readAppJwt } from './app-jwt.ts'

type Shown = Pick<ApiEnv['Variables'], 'caller' | 'bot' | 'app'>

const NOBODY: Shown = { caller: null, bot: null, app: null }

/** Resolves a credential; undefined if it is unknown or expired. Throws for an invalid JWT. */
export async function identifyCredential(
  needs: GithubNeeds,
  credential: string | undefined,
): Promise<Shown | undefined> {
  if (credential === undefined) return NOBODY
  if (credential.split('.').length === 3) {
    return { ...NOBODY, app: await readAppJwt(needs, credential) }
  }
  if (credential.startsWith('ghs_')) {
    const bot = botWith(needs, credential)
    return bot && { ...NOBODY, bot }
  }
  const caller = callerWith(needs, credential) ?? callerWithOwnToken(needs, credential)

  return caller && { ...NOBODY, caller }
}

function callerWith(needs: GithubNeeds, accessToken: string): Caller | undefined {
  const token = findToken(needs.memory.grants.state, accessToken, needs.clock.now())
  const person = token && needs.memory.people.byId(token.personId)
  const registration = token && findRegistration(needs, token.clientId)
  if (!token || !person || !registration) return undefined
  const { kind, clientId, permissions } = registration

  return {
    person,
    scopes: token.scopes,
    tokenExpiresAt: null,
    program: kind === 'github-app' ? { kind, clientId, permissions } : { kind, isPersonal: false },
  }
}

function callerWithOwnToken({ memory, clock }: GithubNeeds, text: string): Caller | undefined {
  const found = memory.personalTokens.find(text, clock.now())
  const person = found && memory.people.byId(found.personId)
  if (!found || !person) return undefined
  const { scopes, fineGrained, expiresAt } = found

  return {
    person,
    scopes,
    tokenExpiresAt: expiresAt,
    program: fineGrained
      ? { kind: 'fine-grained-token', ...fineGrained }
      : { kind: 'oauth-app', isPersonal: true },
  }
}

function botWith(needs: GithubNeeds, text: string): Bot | undefined {
  const found = findInstallationToken(needs.memory.installations.state, text, needs.clock.now())
  const registration = found && findRegistration(needs, found.installation.clientId)

  return found && registration && { ...found, registration }
}
