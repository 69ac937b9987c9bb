import { verify } from 'node:crypto'
import { findToken } from '#github/grants/grants.ts'
import { findInstallationToken } from '#github/installations/installations.ts'
import { findRegistration, type GithubNeeds } from '#github/memory/memory.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { basicCredentials } from '#oauth/token-requests.ts'
import type { ApiEnv, Bot, Caller } from './api-env.ts'
import { badJwt } from './errors.ts'

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
  const { clientId, permissions } = registration

  return {
    person,
    scopes: [],
    program: { kind: 'github-app', clientId, permissions },
  }
}

function callerWithOwnToken({ memory }: GithubNeeds, text: string): Caller | undefined {
  const found = memory.personalTokens.find(text)
  const person = found && memory.people.byId(found.personId)
  if (!found || !person) return undefined
  const { scopes, fineGrained } = found

  return {
    person,
    scopes,
    program: fineGrained
      ? { kind: 'fine-grained-token', ...fineGrained }
      : { kind: 'classic-token' },
  }
}

function botWith(needs: GithubNeeds, text: string): Bot | undefined {
  const found = findInstallationToken(needs.memory.installations.state, text, needs.clock.now())
  const registration = found && findRegistration(needs, found.installation.clientId)

  return found && registration && { ...found, registration }
}

const MAX_LIFE_S = 10 * 60
/** Clock drift that GitHub tolerates. */
const DRIFT_S = 60

/** The app that signed the JWT. Throws GitHub's message if it is invalid or expired. */
async function readAppJwt(needs: GithubNeeds, jwt: string): Promise<Registration> {
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const { alg } = parse(head)
  const { iss, iat, exp } = parse(body)
  const registration = needs.memory.registrations.find(
    (one) => String(iss) === String(one.appId) || iss === one.clientId,
  )
  const key = await needs.memory.appKey.publicKey()
  const isSigned =
    alg === 'RS256' &&
    verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))
  if (!isSigned) throw badJwt()
  if (!registration) throw badJwt("'Issuer' claim ('iss') must be an Integer")

  const now = needs.clock.now() / 1000
  if (!isNumber(exp) || exp <= now) throw badJwt("'Expiration time' claim ('exp') is too old")
  if (exp > now + MAX_LIFE_S + DRIFT_S) {
    throw badJwt("'Expiration time' claim ('exp') is too far in the future")
  }
  if (!isNumber(iat) || iat > now + DRIFT_S)
    throw badJwt("'Issued at' claim ('iat') is in the future")

  return registration
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

function parse(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Not JSON: the code below throws.
  }
  throw badJwt()
}

/** The program whose client secret is in the header, if it is right. */
export function authenticateApplication(
  needs: GithubNeeds,
  authorization: string | undefined,
): Registration | undefined {
  const given = basicCredentials(authorization)
  const registration = findRegistration(needs, given?.clientId)

  return registration?.clientSecret === given?.clientSecret ? registration : undefined
}
