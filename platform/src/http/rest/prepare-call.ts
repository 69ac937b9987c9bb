import { maxAffectedNeedsRows } from '#data-api/errors/request-errors.ts'
import { type BodyType, findFunction } from '#data-api/plan/find-function.ts'
import { planCall } from '#data-api/plan/plan-call.ts'
import { planRead } from '#data-api/plan/plan-read.ts'
import type { Query, Window } from '#data-api/query-string/query.ts'
import type { Payload } from '#data-api/request/payload.ts'
import type { Routine } from '#data-api/schema-cache/schema.ts'
import type { BodyForm } from '#data-api/sql/body-sql.ts'
import { slotted } from '#data-api/sql/slots.ts'
import { callStatement } from '#data-api/sql/statements.ts'
import { type Context, refuseUnknownPreferences } from './context.ts'
import { handlersFor, negotiate } from './negotiate.ts'
import { warningAbout } from './prepare-read.ts'
import type { PreparedCall } from './prepared.ts'

type Call = {
  function: string
  isHead: boolean
  query: Query
  window: Window
  /** undefined for a GET call, whose arguments are in the query string. */
  sent: Sent | undefined
}

export type Sent = { payload: Payload; type: BodyType }

export function prepareCall(context: Context, call: Call): PreparedCall {
  const { needs, exposed, preferences, accepts } = context
  const { options } = needs
  const { query, window, isHead, sent } = call
  const argumentNames = argumentNamesOf(sent, query)
  const routine = findFunction(exposed, { name: call.function, argumentNames, body: sent?.type })
  const name = { schema: routine.schema, name: rowsNameOf(routine) }
  const reading = planRead(exposed, { name, from: 'function' }, query, window, options)
  const handlers = handlersFor(exposed, name.name, reading.plan, routine)
  const passed = sent ? { payload: sent.payload, argumentNames } : { values: query.args }
  const plan = planCall(routine, passed, reading.plan)
  const { type, form } = negotiate(accepts, options.arePlansAllowed, handlers)
  refuseUnknownPreferences(preferences)
  const { count, handling, maxAffected } = preferences
  if (maxAffected !== undefined && handling === 'strict' && !routine.returns.isSet)
    throw maxAffectedNeedsRows()

  const shown: BodyForm = isHead ? { kind: 'none' } : form
  const main = callStatement(reading.plan, plan, shown, { count, maxRows: options.maxRows })
  return {
    kind: 'call',
    isHead,
    readOnly: sent === undefined || routine.volatility !== 'volatile',
    routine,
    main: slotted(main),
    isRaw: shown.kind === 'handler',
    type,
    window,
    warning: warningAbout(reading),
  }
}

export function argumentNamesOf(sent: Sent | undefined, query: Pick<Query, 'args'>): string[] {
  if (!sent) return [...new Set(query.args.map(([name]) => name))]
  const { payload } = sent
  if (payload.kind === 'raw') return []

  return [...new Set(payload.kind === 'json' ? payload.keys : payload.args.map(([name]) => name))]
}

/** Rows of a relation have its column types and relationships. */
const rowsNameOf = ({ name, returns }: Routine): string =>
  returns.isComposite && returns.name !== 'record' ? returns.name : name
