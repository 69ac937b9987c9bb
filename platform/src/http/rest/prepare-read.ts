import { planRead, type Reading } from '#data-api/plan/plan-read.ts'
import { noTable } from '#data-api/plan/schema-errors.ts'
import { encode } from '#data-api/query-string/parameters.ts'
import type { Query, Window } from '#data-api/query-string/query.ts'
import type { BodyForm } from '#data-api/sql/body-sql.ts'
import { slotted } from '#data-api/sql/slots.ts'
import { explainStatement, readStatement } from '#data-api/sql/statements.ts'
import { type Context, refuseUnknownPreferences } from './context.ts'
import { handlersFor, negotiate } from './negotiate.ts'
import type { PreparedRead } from './prepared.ts'

type Read = { table: string; isHead: boolean; query: Query; window: Window }

export function prepareRead(
  context: Context,
  { table, isHead, query, window }: Read,
): PreparedRead {
  const { needs, exposed, preferences, accepts } = context
  const { options } = needs
  if (!exposed.tables.has(table)) throw noTable(exposed, table)
  const name = { schema: exposed.schema, name: table }
  const reading = planRead(exposed, { name, from: 'relation' }, query, window, options)
  const handlers = handlersFor(exposed, table, reading.plan)
  const { type, form } = negotiate(accepts, options.arePlansAllowed, handlers)
  refuseUnknownPreferences(preferences)

  const { count } = preferences
  const isGuessed = count === 'planned' || count === 'estimated'
  const shown: BodyForm = isHead ? { kind: 'none' } : form
  const main = readStatement(reading.plan, shown, { count, maxRows: options.maxRows })
  return {
    kind: 'read',
    table,
    isHead,
    main: slotted(main),
    isRaw: shown.kind === 'handler',
    explain: isGuessed ? slotted(explainStatement(reading.plan)) : undefined,
    type,
    window,
    warning: warningAbout(reading),
  }
}

export function warningAbout({ calledByName }: Reading): string | undefined {
  if (calledByName.length === 0) return undefined
  const changes = calledByName
    .map(({ name, alias }) => `${encode(name)} as ${encode(alias)}`)
    .join(', ')

  return `299 - "Embeds with an alias were addressed by their relation's name, which is deprecated. Address ${changes}."`
}
