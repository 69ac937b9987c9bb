import { randomText } from '#oauth/random-text.ts'
import type { Code, GoogleState, Token } from './memory.ts'

export const ACCESS_LIFE_S = 3599
const CODE_LIFE_MS = 10 * 60 * 1000

type Owner = Pick<Token, 'clientId' | 'sub' | 'scopes'>

export function issueCode(state: GoogleState, wanted: Omit<Code, 'code'>): string {
  const code = `4/0A${randomText(60)}`
  state.codes = state.codes.filter((one) => wanted.issuedAt < one.issuedAt + CODE_LIFE_MS)
  state.codes.push({ ...wanted, code })

  return code
}

/** A code can be used once, even if the exchange fails. */
export function takeCode(state: GoogleState, code: string, clientId: string, now: number) {
  const found = state.codes.find((one) => one.code === code && one.clientId === clientId)
  state.codes = state.codes.filter((one) => one !== found)

  return found && now < found.issuedAt + CODE_LIFE_MS ? found : undefined
}

export function issueAccessToken(state: GoogleState, owner: Owner, now: number): string {
  const text = `ya29.a0${randomText(80)}`
  state.tokens = state.tokens.filter((one) => isAlive(one, now))
  state.tokens.push({ ...ownedBy(owner), text, kind: 'access', until: now + ACCESS_LIFE_S * 1000 })

  return text
}

export function issueRefreshToken(state: GoogleState, owner: Owner): string {
  const text = `1//0${randomText(80)}`
  state.tokens.push({ ...ownedBy(owner), text, kind: 'refresh', until: null })

  return text
}

export const findToken = (state: GoogleState, text: string, kind: Token['kind'], now: number) =>
  state.tokens.find((one) => one.text === text && one.kind === kind && isAlive(one, now))

/** Revoking one token revokes the person's whole grant to that client. */
export function revoke(state: GoogleState, text: string, now: number): boolean {
  const token = state.tokens.find((one) => one.text === text && isAlive(one, now))
  if (!token) return false
  revokeGrant(state, token)

  return true
}

export function revokeGrant(
  state: GoogleState,
  { sub, clientId }: Pick<Owner, 'sub' | 'clientId'>,
) {
  state.tokens = state.tokens.filter((one) => one.sub !== sub || one.clientId !== clientId)
}

const ownedBy = ({ clientId, sub, scopes }: Owner): Owner => ({ clientId, sub, scopes })

const isAlive = ({ until }: Token, now: number) => until === null || now < until
