import { execute, explainOnly, type Result } from '#data-api/execute.ts'
import type { Payload } from '#data-api/payload.ts'
import { planRead } from '#data-api/plan/plan-read.ts'
import {
  type Mutation,
  planDelete,
  planInsert,
  planPut,
  planUpdate,
} from '#data-api/plan/plan-write.ts'
import { noTable } from '#data-api/plan/schema-errors.ts'
import type { Preferences } from '#data-api/preferences.ts'
import { encode } from '#data-api/query-string/parameters.ts'
import type { Query, Window } from '#data-api/query-string/query.ts'
import { bodyNotUsable, putKeysDiffer, tooManyAffected } from '#data-api/request-errors.ts'
import type { Table } from '#data-api/schema-cache/schema.ts'
import { explained } from '#data-api/sql/plan-statement.ts'
import { writeStatement } from '#data-api/sql/statements.ts'
import { oneRow, planAnswer, warningAbout } from './answer-read.ts'
import { contentRange, contentType, headersOf, profileHeader, withOverrides } from './answers.ts'
import { type Context, refuseUnknownPreferences, transactionOf } from './context.ts'
import { negotiate } from './negotiate.ts'
import { appliedPreferences, type Honoured } from './prefer.ts'
import type { Answer } from './rest-request.ts'

type Write = {
  table: string
  mutation: Mutation
  query: Query
  window: Window
  payload: Payload | undefined
}

export async function answerWrite(context: Context, write: Write): Promise<Answer> {
  const { needs, caller, world, preferences, accepts } = context
  const { options } = needs
  const table = world.tables.get(write.table)
  if (!table) throw noTable(world, write.table)
  const reading = planRead(
    world,
    { name: table, from: 'mutation' },
    write.query,
    write.window,
    options,
  )
  const plan = planWrite(write, table, preferences, reading.plan)
  refuseUnknownPreferences(preferences)
  const { type, form } = negotiate(accepts, options.arePlansAllowed)

  const isShown = preferences.return === 'representation'
  const wantsLocation = write.mutation === 'insert' && preferences.return === 'headers-only'
  const main = writeStatement(reading.plan, plan, isShown ? form : { kind: 'none' }, wantsLocation)
  const work = { ...transactionOf(context), main, readOnly: false }
  if (type.kind === 'plan') {
    const explaining = explained(main, type.format, type.options)
    return planAnswer(
      context,
      type,
      await explainOnly(needs, caller, { ...work, main: explaining }),
    )
  }

  const result = await execute(needs, caller, {
    ...work,
    judge: judgeOf(write.mutation, preferences, type.kind === 'object'),
  })
  const answer: Answer = {
    status: statusOf(write.mutation, preferences, result),
    headers: headersOf({
      location: result.location ? locationOf(table, result.location) : undefined,
      'content-range': rangeOf(write.mutation, preferences, result),
      'content-type': isShown ? contentType(type) : undefined,
      'content-profile': isShown ? profileHeader(context.profile) : undefined,
      'preference-applied': appliedPreferences(preferences, honouredBy(write, table)),
      warning: warningAbout(reading),
    }),
    body: isShown ? result.body : null,
  }
  return withOverrides(answer, result)
}

function planWrite(write: Write, table: Table, preferences: Preferences, reading: Reading) {
  const wanted = { table, query: write.query, preferences, reading }
  if (write.mutation === 'delete') return planDelete(wanted)
  const { payload } = write
  if (payload?.kind !== 'json') throw bodyNotUsable('Empty or invalid json')

  switch (write.mutation) {
    case 'insert':
      return planInsert(wanted, payload)
    case 'update':
      return planUpdate(wanted, payload)
    case 'put':
      return planPut(wanted, payload)
  }
}

type Reading = Parameters<typeof planInsert>[0]['reading']

/** What may undo a mutation that went through. */
function judgeOf(mutation: Mutation, preferences: Preferences, isSingle: boolean) {
  const { handling, maxAffected } = preferences
  const isCapped =
    maxAffected !== undefined &&
    handling === 'strict' &&
    (mutation === 'update' || mutation === 'delete')
  if (mutation === 'put') {
    return ({ page }: Result) => {
      if (page !== 1) throw putKeysDiffer()
    }
  }
  if (!isSingle && !isCapped) return undefined

  return (result: Result) => {
    if (isSingle) oneRow(result)
    if (isCapped && result.page > maxAffected) throw tooManyAffected(result.page)
  }
}

function statusOf(mutation: Mutation, preferences: Preferences, { inserted = 0 }: Result): number {
  const isShown = preferences.return === 'representation'

  switch (mutation) {
    case 'insert':
      return preferences.resolution === 'merge-duplicates' && inserted <= 0 ? 200 : 201
    case 'put':
      return isShown ? (inserted > 0 ? 201 : 200) : 204
    default:
      return isShown ? 200 : 204
  }
}

function rangeOf(mutation: Mutation, { count }: Preferences, { page }: Result): string | undefined {
  if (mutation === 'put') return undefined
  const total = count === 'exact' || count === 'estimated' ? page : undefined

  return contentRange(0n, mutation === 'update' ? page : 0, total)
}

function honouredBy({ mutation, query }: Write, table: Table): Honoured {
  const always = ['return', 'count', 'tx', 'handling', 'timezone'] as const

  switch (mutation) {
    case 'insert':
      return table.primaryKey.length > 0 || query.onConflict
        ? [...always, 'missing', 'resolution']
        : [...always, 'missing']
    case 'update':
      return [...always, 'missing', 'maxAffected']
    case 'delete':
      return [...always, 'maxAffected']
    case 'put':
      return always
  }
}

function locationOf(table: Table, key: Readonly<Record<string, string | null>>): string {
  const parts = Object.entries(key).map(
    ([name, value]) => `${encode(name)}=${value === null ? 'is.null' : encode(`eq.${value}`)}`,
  )

  return `/${encode(table.name)}?${parts.join('&')}`
}
