import { verify } from 'node:crypto'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Registration } from '#github/registrations/registration.ts'
import { badJwt } from './errors.ts'

const MAX_LIFE_S = 10 * 60
/** Clock drift that GitHub tolerates. */
const DRIFT_S = 60

/** The app that signed the JWT. Throws GitHub's message if it is invalid or expired. */
export async function readAppJwt(needs: GithubNeeds, jwt: string): Promise<Registration> {
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const { alg } = parse(head)
  const { iss, iat, exp } = parse(body)
  const registration = needs.registrations.find(
    (one) =>
      one.kind === 'github-app' && (String(iss) === String(one.appId) || iss === one.clientId),
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
  if (!isNumber(iat) || iat > now + DRIFT_S) {
    throw badJwt(
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    )
  }
  return registration
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

function parse(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Not JSON: thrown below.
  }
  throw badJwt()
}
