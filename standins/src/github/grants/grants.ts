import type { Permissions, Registration } from '#github/registrations/registration.ts'
import { randomText } from '#oauth/random-text.ts'
import type { Place } from '#runtime/place.ts'

type Wanted = Pick<Grant, 'clientId' | 'personId'>

export function grantAccess(state: GrantState, wanted: Wanted, now: number): void {
  if (findGrant(state, wanted)) return
  state.grants.push({ ...wanted, id: state.nextGrantId++, grantedAt: now })
}

const findGrant = (
  { grants }: GrantState,
  { clientId, personId }: Pick<Grant, 'clientId' | 'personId'>,
) => grants.find((one) => one.clientId === clientId && one.personId === personId)

/** Removes the grant with all its tokens and codes. */
export function revokeGrant(state: GrantState, grant: Pick<Grant, 'clientId' | 'personId'>): void {
  const isOther = (one: { clientId: string; personId: number }) =>
    one.clientId !== grant.clientId || one.personId !== grant.personId

  state.grants = state.grants.filter(isOther)
  state.tokens = state.tokens.filter(isOther)
  state.codes = state.codes.filter(isOther)
}

export const ACCESS_LIFE_S = 8 * 60 * 60
export const REFRESH_LIFE_S = 184 * 24 * 60 * 60

export function issueToken(
  state: GrantState,
  { clientId }: Registration,
  { personId }: Pick<Token, 'personId'>,
  now: number,
): Token {
  const token: Token = {
    accessToken: `ghu_${randomText(36)}`,
    clientId,
    personId,
    issuedAt: now,
    renewal: renewalFrom(now),
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
    (one) => one.renewal.refreshToken === refreshToken && one.clientId === registration.clientId,
  )
  if (!old || isSpent(old, now)) return undefined
  state.tokens = state.tokens.filter((one) => one !== old)

  return issueToken(state, registration, old, now)
}

/** Valid tokens only. */
export const findToken = ({ tokens }: GrantState, accessToken: string, now: number) =>
  tokens.find((one) => one.accessToken === accessToken && now < one.renewal.accessUntil)

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
    renewal.accessUntil = Math.min(renewal.accessUntil, now)
    if (includesRefresh) renewal.refreshUntil = Math.min(renewal.refreshUntil, now)
  }
}

const renewalFrom = (now: number) => ({
  refreshToken: `ghr_${randomText(76)}`,
  accessUntil: now + ACCESS_LIFE_S * 1000,
  refreshUntil: now + REFRESH_LIFE_S * 1000,
})

const isSpent = ({ renewal }: Token, now: number) => now >= renewal.refreshUntil

/** Authorization code, to be exchanged for a token. */
export type Code = {
  code: string
  clientId: string
  personId: number
  callback: string
  /** PKCE's challenge, if the program began with one. */
  challenge: string | null
  issuedAt: number
}

export type Token = {
  accessToken: string
  clientId: string
  personId: number
  issuedAt: number
  renewal: { refreshToken: string; accessUntil: number; refreshUntil: number }
}

/** A person's authorization of a program; survives its tokens. */
export type Grant = {
  id: number
  clientId: string
  personId: number
  grantedAt: number
}

export type GrantState = {
  grants: Grant[]
  codes: Code[]
  tokens: Token[]
  nextGrantId: number
}

export const openGrants = (place: Place, fresh = noGrants) => place.open('grants.json', fresh)

const noGrants = (): GrantState => ({ grants: [], codes: [], tokens: [], nextGrantId: 1 })

/** What a fine-grained token may do, and where. */
export type FineGrained = {
  permissions: Permissions
  /** The one account whose repositories it reaches. */
  ownerId: number
  /** null: all of that account's, later ones included. */
  repositoryIds: number[] | null
}

/** A token that a person made for themselves. */
type PersonalToken = {
  token: string
  personId: number
  name: string
  /** A classic token has scopes. */
  scopes: string[]
  /** null: a classic token. */
  fineGrained: FineGrained | null
  issuedAt: number
}

export function openPersonalTokens(place: Place) {
  const memory = place.open('personal-tokens.json', () => ({ tokens: [] as PersonalToken[] }))

  return {
    find: (token: string) => memory.state.tokens.find((one) => one.token === token),
    add: (wanted: Omit<PersonalToken, 'token'>) =>
      memory.change(({ tokens }) => {
        const added = { ...wanted, token: newToken(wanted) }
        tokens.push(added)
        return added
      }),
    removeAll: (personId: number) =>
      memory.change((state) => {
        state.tokens = state.tokens.filter((one) => one.personId !== personId)
      }),
  }
}

const newToken = ({ fineGrained }: Pick<PersonalToken, 'fineGrained'>) =>
  fineGrained ? `github_pat_${randomText(22)}_${randomText(59)}` : `ghp_${randomText(36)}`
