import { notOneRow, rangeNotSatisfiable } from '#data-api/errors/request-errors.ts'
import type { Result } from '#data-api/execution/execute.ts'
import { canonicalForm, encode, readParameters } from '#data-api/query-string/parameters.ts'
import type { Window } from '#data-api/query-string/query.ts'
import { contentRange, contentType, headersOf, profileHeader, withOverrides } from './answers.ts'
import type { Context } from './context.ts'
import { appliedPreferences } from './prefer.ts'
import type { Ready } from './prepare.ts'
import type { Prepared, PreparedRead } from './prepared.ts'
import { rememberTexts } from './remember-texts.ts'
import type { Answer } from './rest-request.ts'
import { runPrepared } from './run-prepared.ts'

const LONGEST_LOCATION = 4096

export async function answerRead(
  context: Context,
  prepared: PreparedRead,
  values: Ready['values'],
): Promise<Answer> {
  const { preferences, profile } = context
  const { table, type, window, isHead, explain, warning } = prepared
  const judge = type.kind === 'object' ? oneRow : undefined
  const result = await runPrepared(context, prepared, { values, readOnly: true, explain, judge })
  if (typeof result === 'string') return planAnswer(context, prepared, result)

  const total = totalOf(context, result)
  const answer: Answer = {
    status: statusFor(window, result.page, total),
    headers: headersOf({
      'content-type': contentType(type),
      'content-range': contentRange(window.offset, result.page, total),
      'content-location': locationOf(table, context.request.queryString),
      'content-profile': profileHeader(profile),
      'preference-applied': appliedPreferences(preferences, [
        'count',
        'tx',
        'handling',
        'timezone',
      ]),
      warning,
    }),
    body: isHead ? null : result.body,
  }
  return withOverrides(answer, result)
}

/** Clients refuse very long headers, so a long location is omitted. */
function locationOf(table: string, queryString: string): string | undefined {
  // Decoding turns at most three characters into one.
  if (queryString.length > 3 * LONGEST_LOCATION) return undefined
  const location = `/${encode(table)}${canonical(queryString)}`

  return location.length > LONGEST_LOCATION ? undefined : location
}

const canonical = rememberTexts((text) =>
  text === '' ? '' : `?${canonicalForm(readParameters(text))}`,
)

export function oneRow({ page }: Result): void {
  if (page !== 1) throw notOneRow(page)
}

/** The count, or the planner's estimate if the client requested it. */
export function totalOf({ needs, preferences }: Context, result: Result): number | undefined {
  const { total, expected } = result
  if (preferences.count === 'planned') return expected
  if (preferences.count !== 'estimated' || total === undefined) return total
  const { maxRows } = needs.options

  // Without a row limit, every count exceeds it.
  return maxRows === null || total > maxRows ? Math.max(total, expected ?? 0) : total
}

/** 206 if rows remain; throws if the offset is beyond the last row. */
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

export const planAnswer = ({ profile }: Context, { type }: Prepared, body: string): Answer => ({
  status: 200,
  headers: headersOf({
    'content-type': contentType(type),
    'content-profile': profileHeader(profile),
  }),
  body,
})
