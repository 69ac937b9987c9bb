import type { AsOptions, Caller, Statement } from './database.ts'
import { digestName } from './digest-name.ts'

type Further = {
  clockOffsetMs: number
  /** PostgreSQL's own statement limit; set first, so that it applies to everything after it. */
  statementLimitMs: number | undefined
}

/** The statement that sets the caller and all other settings of a transaction. */
export function settingsFor(
  caller: Caller,
  options: AsOptions,
  { clockOffsetMs, statementLimitMs }: Further,
): Statement {
  const values: string[] = []
  const own = options.settings ?? {}

  if (statementLimitMs !== undefined) values.push('statement_timeout', String(statementLimitMs))
  for (const name in own) values.push(name, own[name] ?? '')
  if (options.readOnly) values.push('transaction_read_only', 'on')
  if (clockOffsetMs !== 0) values.push('app.clock_offset_ms', String(clockOffsetMs))
  values.push('request.jwt.claims', claimsText(caller.claims))
  // Last, since the settings before it may need the login role's privileges.
  if (caller.role !== null) values.push('role', caller.role)

  const { name, text } = namedSettings(values.length / 2)
  return { name, text, values, isMute: true }
}

const texts = new WeakMap<Caller['claims'], string>()

/** A token is used for many requests with the same claims. */
function claimsText(claims: Caller['claims']): string {
  const known = texts.get(claims)
  if (known !== undefined) return known

  const text = JSON.stringify(claims)
  texts.set(claims, text)
  return text
}

const shapes = new Map<number, Required<Pick<Statement, 'name' | 'text'>>>()

function namedSettings(count: number) {
  let shape = shapes.get(count)

  if (!shape) {
    // No call returns null, so all are evaluated in this order, and no row is returned.
    const calls = Array.from(
      { length: count },
      (_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, true) is null`,
    )
    const text = `select where ${calls.join(' or ')}`
    shape = { name: digestName(text), text }
    shapes.set(count, shape)
  }
  return shape
}
