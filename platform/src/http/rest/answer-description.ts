import { descriptionDisabled, mediaNotAvailable } from '#data-api/errors/request-errors.ts'
import { describeSchema, type Reachable } from '#data-api/openapi/describe-schema.ts'
import { type ReachableRow, reachableQuery } from '#data-api/openapi/reachable.ts'
import { headersOf, profileHeader } from './answers.ts'
import { type Context, transactionOf } from './context.ts'
import { mimeOf } from './media-types.ts'
import type { Answer } from './rest-request.ts'
import { withAdmission } from './with-admission.ts'

/** The OpenAPI document. */
export async function answerDescription(context: Context, isHead: boolean): Promise<Answer> {
  const { needs, accepts, profile, exposed, request } = context
  if (needs.options.openApi === 'disabled') throw descriptionDisabled()
  if (!accepts.some(({ kind }) => kind === 'any' || kind === 'json' || kind === 'openapi')) {
    throw mediaNotAvailable(accepts.map(mimeOf))
  }
  const host = request.header('host') ?? 'localhost'
  const place = { host, basePath: request.mountedAt || '/', scheme: 'http' }
  const document = describeSchema(exposed, await reachableFor(context), place)

  return {
    status: 200,
    headers: headersOf({
      'content-type': 'application/openapi+json; charset=utf-8',
      'content-profile': profileHeader(profile),
    }),
    body: isHead ? null : JSON.stringify(document),
  }
}

/** Only what the caller has privileges on, unless the mode ignores privileges. */
async function reachableFor(context: Context): Promise<Reachable> {
  const { needs, exposed } = context
  if (needs.options.openApi === 'ignore-privileges') {
    return { tables: new Set(exposed.tables.keys()), functions: new Set(exposed.functions.keys()) }
  }
  const { settings, statementLimitMs } = transactionOf(context)
  const { rows } = await withAdmission(context, ({ caller }) =>
    needs.db.ask<ReachableRow>(caller, reachableQuery(exposed.schema), {
      readOnly: true,
      settings,
      ...(statementLimitMs !== undefined && { statementLimitMs }),
    }),
  )
  const named = (kind: ReachableRow['kind']) =>
    new Set(rows.filter((row) => row.kind === kind).map(({ name }) => name))

  return { tables: named('table'), functions: named('function') }
}
