import type { Clock } from '#clock/clock.ts'
import { admissionTo } from '#data-api/execution/admission.ts'
import { preparedNames } from '#data-api/execution/prepared-names.ts'
import { planMemo } from '#data-api/plan/plan-memo.ts'
import { quoteName } from '#data-api/quoting/identifiers.ts'
import { keepSchema } from '#data-api/schema-cache/keep-schema.ts'
import type { Database } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import type { RestNeeds } from './context.ts'
import { openLargeBodies } from './large-bodies.ts'
import type { ParsedQuery } from './prepared.ts'
import { rememberTexts } from './remember-texts.ts'
import { ReplicaReads } from './replica-reads.ts'
import { restHandler } from './rest-handler.ts'
import type { RestOptions } from './rest-options.ts'

type Needs = {
  db: Database
  clock: Clock
  log: Log
  options: RestOptions
  callerOf: RestNeeds['callerOf']
  /** The base path, without a trailing slash. */
  mountedAt: string
  /** The query parameter that carries an API key, if configured. */
  keyParameter?: string
}

export type Rest = Awaited<ReturnType<typeof openRest>>

/** Opens the data API over an open database: returns its handler and a function that stops watching the schema. */
export async function openRest(given: Needs) {
  const { db, clock, log, options, callerOf, mountedAt, keyParameter } = given
  const schema = await keepSchema({ db, log, schemas: options.schemas })
  const needs = {
    db,
    options,
    callerOf,
    searchPathOf: rememberTexts((schema) =>
      [schema, ...options.extraSearchPath].map(quoteName).join(', '),
    ),
    schema,
    admission: admissionTo(db.connections),
    replica: db.replica ? new ReplicaReads(db.replica, clock) : null,
    prepared: preparedNames(),
    parsedQueries: planMemo<ParsedQuery>(),
    bodies: openLargeBodies(log),
  }

  return {
    serve: restHandler({ ...needs, log, mountedAt, keyParameter }),
    reload: schema.reload,
    /** How many requests wait for their turn, and how many got none so far. */
    admission: () => needs.admission.stats(),
    replica: needs.replica,
    close: async () => {
      schema.close()
      await needs.bodies.stop()
    },
  }
}
