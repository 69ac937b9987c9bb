import { validationFailed } from '#identity/errors.ts'

const UNITS_MS: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

const CENTURY_MS = 100 * 365 * 24 * 3_600_000

/** `24h`, `1h30m` … from now; `none` lifts a ban. */
export function bannedUntil(duration: string, now: Date): Date | null {
  if (duration === 'none') return null

  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)]
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === duration
  if (!isWhole)
    throw validationFailed('invalid format for ban duration: use a duration such as 24h, or none')

  const ms = parts.reduce((sum, [, n, unit]) => sum + Number(n) * (UNITS_MS[unit ?? ''] ?? 0), 0)
  return new Date(now.getTime() + Math.min(ms, CENTURY_MS))
}
