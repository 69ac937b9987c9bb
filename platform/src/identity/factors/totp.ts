import { Secret, TOTP } from 'otpauth'

/** Every authenticator app supports SHA-1, six digits and thirty seconds. */
const PERIOD_S = 30
const DIGITS = 6
/** Tolerates clock drift and slow typing, in periods. */
const STEPS_OFF = 1
const SECRET_BYTES = 20

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The content of the QR code. */
export const enrollmentUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, { issuer, label }).toString()

/** The time step of a code; null if it is wrong, or not newer than the last accepted one. */
export function acceptedStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number | null },
): number | null {
  const token = code.replaceAll(/\s/g, '')
  if (!SIX_DIGITS.test(token)) return null

  const timestamp = now.getTime()
  const off = totpOf(secret).validate({ token, timestamp, window: STEPS_OFF })
  if (off === null) return null

  const step = TOTP.counter({ period: PERIOD_S, timestamp }) + off
  return lastStep === null || step > lastStep ? step : null
}

const SIX_DIGITS = /^\d{6}$/

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_S,
  })
