import { putKeysDiffer, tooManyAffected } from '#data-api/errors/request-errors.ts'
import type { Result } from '#data-api/execution/execute.ts'
import type { Mutation } from '#data-api/plan/plan-write.ts'
import { encode } from '#data-api/query-string/parameters.ts'
import type { Preferences } from '#data-api/request/preferences.ts'
import type { Table } from '#data-api/schema-cache/schema.ts'
import { oneRow, planAnswer } from './answer-read.ts'
import { contentRange, contentType, headersOf, profileHeader, withOverrides } from './answers.ts'
import type { Context } from './context.ts'
import { appliedPreferences, type Honoured } from './prefer.ts'
import type { Ready } from './prepare.ts'
import type { PreparedWrite } from './prepared.ts'
import type { Answer } from './rest-request.ts'
import { runPrepared } from './run-prepared.ts'

export async function answerWrite(
  context: Context,
  prepared: PreparedWrite,
  values: Ready['values'],
): Promise<Answer> {
  const { preferences, profile } = context
  const { mutation, table, type, warning } = prepared
  const judge = judgeOf(mutation, preferences, type.kind === 'object')
  const result = await runPrepared(context, prepared, { values, readOnly: false, judge })
  if (typeof result === 'string') return planAnswer(context, prepared, result)

  const isShown = preferences.return === 'representation'
  const answer: Answer = {
    status: statusOf(prepared, preferences, result),
    headers: headersOf({
      location: result.location ? locationOf(table, result.location) : undefined,
      'content-range': rangeOf(mutation, preferences, result),
      'content-type': isShown ? contentType(type) : undefined,
      'content-profile': isShown ? profileHeader(profile) : undefined,
      'preference-applied': appliedPreferences(preferences, honouredBy(prepared)),
      warning,
    }),
    body: isShown ? result.body : null,
  }
  return withOverrides(answer, result)
}

/** Checks that may roll back a mutation. */
function judgeOf(mutation: Mutation, preferences: Preferences, isSingle: boolean) {
  if (mutation === 'put') return sameRow
  const { handling, maxAffected } = preferences
  const most = handling === 'strict' && mutation !== 'insert' ? maxAffected : undefined
  if (!isSingle && most === undefined) return undefined

  return (result: Result) => {
    if (isSingle) oneRow(result)
    refuseMoreThan(most, result)
  }
}

export function refuseMoreThan(most: number | undefined, { page }: Result): void {
  if (most !== undefined && page > most) throw tooManyAffected(page)
}

function sameRow({ page }: Result): void {
  if (page !== 1) throw putKeysDiffer()
}

function statusOf(
  prepared: PreparedWrite,
  preferences: Preferences,
  { inserted = 0 }: Result,
): number {
  const isShown = preferences.return === 'representation'
  const mayMerge = preferences.resolution === 'merge-duplicates' && canConflict(prepared)

  switch (prepared.mutation) {
    case 'insert':
      return mayMerge && inserted <= 0 ? 200 : 201
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

/** Without a key there can be no duplicates, so preferences about them are ignored. */
const canConflict = ({ query, table }: PreparedWrite): boolean =>
  table.primaryKey.length > 0 || query.onConflict !== undefined

function honouredBy(prepared: PreparedWrite): Honoured {
  const always = ['return', 'count', 'tx', 'handling', 'timezone'] as const

  switch (prepared.mutation) {
    case 'insert':
      return canConflict(prepared) ? [...always, 'missing', 'resolution'] : [...always, 'missing']
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
