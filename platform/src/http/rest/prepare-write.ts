import { bodyNotUsable } from '#data-api/errors/request-errors.ts'
import { planRead } from '#data-api/plan/plan-read.ts'
import {
  type Mutation,
  planDelete,
  planInsert,
  planPut,
  planUpdate,
} from '#data-api/plan/plan-write.ts'
import { noTable } from '#data-api/plan/schema-errors.ts'
import type { WritePlan } from '#data-api/plan/write-plan.ts'
import type { Query, Window } from '#data-api/query-string/query.ts'
import type { Payload } from '#data-api/request/payload.ts'
import type { BodyForm } from '#data-api/sql/body-sql.ts'
import { slotted } from '#data-api/sql/slots.ts'
import { writeStatement } from '#data-api/sql/statements.ts'
import { type Context, refuseUnknownPreferences } from './context.ts'
import { handlersFor, negotiate } from './negotiate.ts'
import { warningAbout } from './prepare-read.ts'
import type { PreparedWrite } from './prepared.ts'

type Write = {
  table: string
  mutation: Mutation
  query: Query
  window: Window
  payload: Payload | undefined
}

export function prepareWrite(context: Context, write: Write): PreparedWrite {
  const { needs, exposed, preferences, accepts } = context
  const { options } = needs
  const { query, window, mutation, payload } = write
  const table = exposed.tables.get(write.table)
  if (!table) throw noTable(exposed, write.table)
  const reading = planRead(exposed, { name: table, from: 'mutation' }, query, window, options)
  const handlers = handlersFor(exposed, table.name, reading.plan)
  const wanted = { table, query, preferences, reading: reading.plan }
  const plan = planWrite(mutation, wanted, payload)
  refuseUnknownPreferences(preferences)
  const { type, form } = negotiate(accepts, options.arePlansAllowed, handlers)

  const shown: BodyForm = preferences.return === 'representation' ? form : { kind: 'none' }
  const wantsLocation = mutation === 'insert' && preferences.return === 'headers-only'
  const main = writeStatement(reading.plan, plan, shown, wantsLocation)
  return {
    kind: 'write',
    mutation,
    table,
    query,
    main: slotted(main),
    isRaw: shown.kind === 'handler',
    type,
    window,
    warning: warningAbout(reading),
  }
}

type Wanted = Parameters<typeof planDelete>[0]

function planWrite(mutation: Mutation, wanted: Wanted, payload: Payload | undefined): WritePlan {
  if (mutation === 'delete') return planDelete(wanted)
  if (payload?.kind !== 'json') throw bodyNotUsable('Empty or invalid json')

  switch (mutation) {
    case 'insert':
      return planInsert(wanted, payload)
    case 'update':
      return planUpdate(wanted, payload)
    case 'put':
      return planPut(wanted, payload)
  }
}
