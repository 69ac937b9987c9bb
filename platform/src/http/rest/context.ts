import { preferencesNotKnown } from '#data-api/errors/request-errors.ts'
import type { Admission } from '#data-api/execution/admission.ts'
import type { PreparedNames } from '#data-api/execution/prepared-names.ts'
import { statementLimitMs } from '#data-api/execution/statement-limit.ts'
import type { PlanMemo } from '#data-api/plan/plan-memo.ts'
import type { Preferences } from '#data-api/request/preferences.ts'
import { type RequestFacts, requestSettings } from '#data-api/request/request-settings.ts'
import type { KeptSchema } from '#data-api/schema-cache/keep-schema.ts'
import type { ExposedSchema, Routine, Schema } from '#data-api/schema-cache/schema.ts'
import type { Caller, Database } from '#db/database.ts'
import { networkOf } from '#limits/network.ts'
import type { Profile } from './action.ts'
import type { LargeBodies } from './large-bodies.ts'
import type { MediaType } from './media-types.ts'
import type { ParsedQuery } from './prepared.ts'
import type { ReplicaReads } from './replica-reads.ts'
import { type RestOptions, rollsBack } from './rest-options.ts'
import type { RestRequest } from './rest-request.ts'

export type RestNeeds = {
  db: Pick<Database, 'ask' | 'askAll'>
  schema: KeptSchema
  prepared: PreparedNames
  parsedQueries: PlanMemo<ParsedQuery>
  bodies: LargeBodies
  options: RestOptions
  /** The search path for a schema. */
  searchPathOf: (schema: string) => string
  admission: Admission
  /** null: every request goes to the primary. */
  replica: ReplicaReads | null
  /** The caller of a request; throws or rejects if there is none. */
  callerOf: (request: RestRequest) => Caller | Promise<Caller>
}

/** A request with its parsed headers. */
export type Context = {
  needs: RestNeeds
  request: RestRequest
  caller: Caller
  schema: Schema
  exposed: ExposedSchema
  profile: Profile
  preferences: Preferences
  accepts: readonly MediaType[]
}

/** The transaction's settings, apart from its statement. */
export function transactionOf(context: Context, routine?: Routine) {
  const { needs, caller, schema, profile, preferences } = context
  const { options } = needs
  const role = schema.roleSettings.get(caller.role ?? '')
  const settings = requestSettings(factsOf(context.request), {
    searchPath: needs.searchPathOf(profile.schema),
    roleSettings: role?.settings ?? {},
    functionSettings: routine?.settings ?? {},
    timezone: preferences.timezone,
    appSettings: options.appSettings,
  })

  return {
    settings,
    statementLimitMs: statementLimitMs(settings, options.statementLimits, caller.role),
    isolation: routine?.isolation ?? role?.isolation,
    preRequest: options.preRequest,
    undo: rollsBack(options, preferences.tx),
    trace: context.request.trace,
  }
}

export function refuseUnknownPreferences({ unknown, handling }: Preferences): void {
  if (handling === 'strict' && unknown.length > 0) throw preferencesNotKnown(unknown)
}

const factsOf = ({ method, path, headers, header, clientAddress }: RestRequest): RequestFacts => ({
  method,
  path,
  headers: headers(),
  cookie: header('cookie'),
  client: method === 'GET' || method === 'HEAD' ? undefined : networkOf(clientAddress),
})
