const UNITS: Record<string, number> = {
  us: 0.001,
  ms: 1,
  '': 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}
const DURATION = /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/

/** A limit that the database sets for a role or function overrides our default. */
export function statementLimitMs(
  settings: Readonly<Record<string, string>>,
  limits: Readonly<Record<string, number>>,
  role: string | null,
): number | undefined {
  const { statement_timeout: set } = settings

  return set === undefined ? limits[role ?? ''] : durationMs(set)
}

/** Parses PostgreSQL's notation of a duration; undefined for a value that sets no limit. */
function durationMs(text: string): number | undefined {
  const [, number = '', unit = ''] = DURATION.exec(text) ?? []
  const factor = UNITS[unit]
  const ms = factor === undefined ? 0 : Math.ceil(Number(number) * factor)

  return ms > 0 ? ms : undefined
}
