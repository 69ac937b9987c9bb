import { execute, explainOnly, type Result } from '#data-api/execute.ts'
import { planRead, type Reading } from '#data-api/plan/plan-read.ts'
import { noTable } from '#data-api/plan/schema-errors.ts'
import type { Query, Window } from '#data-api/query-string/query.ts'
import { notOneRow, rangeNotSatisfiable } from '#data-api/request-errors.ts'
import { explained } from '#data-api/sql/plan-statement.ts'
import { explainStatement, readStatement } from '#data-api/sql/statements.ts'
import { contentRange, contentType, headersOf, profileHeader, withOverrides } from './answers.ts'
import { type Context, refuseUnknownPreferences, transactionOf } from './context.ts'
import { negotiate } from './negotiate.ts'
import { appliedPreferences } from './prefer.ts'
import type { Answer } from './rest-request.ts'

type Read = { table: string; isHead: boolean; query: Query; window: Window }

export async function answerRead(context: Context, { table, isHead, query, window }: Read) {
  const { needs, caller, world, preferences, accepts, profile } = context
  const { options } = needs
  if (!world.tables.has(table)) throw noTable(world, table)
  const name = { schema: world.schema, name: table }
  const reading = planRead(world, { name, from: 'relation' }, query, window, options)
  const { type, form } = negotiate(accepts, options.arePlansAllowed)
  refuseUnknownPreferences(preferences)

  const main = readStatement(reading.plan, isHead ? { kind: 'none' } : form, {
    count: preferences.count,
    maxRows: options.maxRows,
  })
  const work = { ...transactionOf(context), main, readOnly: true }
  if (type.kind === 'plan') {
    const plan = explained(main, type.format, type.options)
    return planAnswer(context, type, await explainOnly(needs, caller, { ...work, main: plan }))
  }

  const isGuessed = preferences.count === 'planned' || preferences.count === 'estimated'
  const result = await execute(needs, caller, {
    ...work,
    explain: isGuessed ? explainStatement(reading.plan) : undefined,
    judge: type.kind === 'object' ? oneRow : undefined,
  })
  const total = totalOf(context, result)
  const answer: Answer = {
    status: statusFor(window, result.page, total),
    headers: headersOf({
      'content-type': contentType(type),
      'content-range': contentRange(window.offset, result.page, total),
      'content-location': `/${encodeURIComponent(table)}${query.canonical && `?${query.canonical}`}`,
      'content-profile': profileHeader(profile),
      'preference-applied': appliedPreferences(preferences, [
        'count',
        'tx',
        'handling',
        'timezone',
      ]),
      warning: warningAbout(reading),
    }),
    body: isHead ? null : result.body,
  }
  return withOverrides(answer, result)
}

export function oneRow({ page }: Result): void {
  if (page !== 1) throw notOneRow(page)
}

/** What was counted, or what the planner expects where it was asked for a guess. */
export function totalOf({ needs, preferences }: Context, result: Result): number | undefined {
  const { total, expected } = result
  if (preferences.count === 'planned') return expected
  const { maxRows } = needs.options
  const isTooMany = total !== undefined && maxRows !== null && total > maxRows

  return preferences.count === 'estimated' && isTooMany ? Math.max(total, expected ?? 0) : total
}

/** 206 when there is more than was sent; refused when the first row wanted lies beyond the last. */
export function statusFor({ offset }: Window, page: number, total: number | undefined): number {
  if (total === undefined) return 200
  if (offset > BigInt(total)) {
    throw rangeNotSatisfiable(
      `An offset of ${offset} was requested, but there are only ${total} rows.`,
      { 'content-range': `*/${total}` },
    )
  }
  return page < total ? 206 : 200
}

export const planAnswer = (
  { profile }: Context,
  type: Parameters<typeof contentType>[0],
  body: string,
): Answer => ({
  status: 200,
  headers: headersOf({
    'content-type': contentType(type),
    'content-profile': profileHeader(profile),
  }),
  body,
})

export function warningAbout({ calledByName }: Reading): string | undefined {
  if (calledByName.length === 0) return undefined
  const changes = calledByName.map(({ name, alias }) => `${name} as ${alias}`).join(', ')

  return `299 - "Embeds with an alias were addressed by their relation's name, which is deprecated. Address ${changes}."`
}
