import type { Registration } from '#github/registrations/registration.ts'
import { randomText } from '#oauth/random-text.ts'
import type { GrantState, Token } from './grant-memory.ts'

export const ACCESS_LIFE_S = 8 * 60 * 60
export const REFRESH_LIFE_S = 184 * 24 * 60 * 60

type Owner = Pick<Token, 'personId' | 'scopes'>

export function issueToken(
  state: GrantState,
  { clientId, kind, tokensExpire }: Registration,
  { personId, scopes }: Owner,
  now: number,
): Token {
  const isApp = kind === 'github-app'
  const token: Token = {
    accessToken: `${isApp ? 'ghu' : 'gho'}_${randomText(36)}`,
    clientId,
    personId,
    scopes: isApp ? [] : scopes,
    issuedAt: now,
    renewal: isApp && tokensExpire ? renewalFrom(now) : null,
  }
  state.tokens = state.tokens.filter((one) => !isSpent(one, now))
  state.tokens.push(token)

  return token
}

/** The old access and refresh token stop working at once, so that theft is noticed. */
export function renewToken(
  state: GrantState,
  registration: Registration,
  refreshToken: string,
  now: number,
): Token | undefined {
  const old = state.tokens.find(
    (one) => one.renewal?.refreshToken === refreshToken && one.clientId === registration.clientId,
  )
  if (!old || isSpent(old, now)) return undefined
  state.tokens = state.tokens.filter((one) => one !== old)

  return issueToken(state, registration, old, now)
}

/** Valid tokens only. */
export const findToken = ({ tokens }: GrantState, accessToken: string, now: number) =>
  tokens.find(
    (one) =>
      one.accessToken === accessToken && (one.renewal === null || now < one.renewal.accessUntil),
  )

export function forgetToken(state: GrantState, token: Token): void {
  state.tokens = state.tokens.filter((one) => one !== token)
}

/** Expires access tokens, with `includesRefresh` the refresh tokens as well. */
export function expireTokens(
  { tokens }: GrantState,
  personId: number,
  includesRefresh: boolean,
  now: number,
): void {
  for (const { renewal } of tokens.filter((one) => one.personId === personId)) {
    if (renewal) renewal.accessUntil = Math.min(renewal.accessUntil, now)
    if (renewal && includesRefresh) renewal.refreshUntil = Math.min(renewal.refreshUntil, now)
  }
}

const renewalFrom = (now: number) => ({
  refreshToken: `ghr_${randomText(76)}`,
  accessUntil: now + ACCESS_LIFE_S * 1000,
  refreshUntil: now + REFRESH_LIFE_S * 1000,
})

const isSpent = ({ renewal }: Token, now: number) => renewal !== null && now >= renewal.refreshUntil
