import { parseQuery } from '#data-api/query-string/parse-query.ts'
import type { Query } from '#data-api/query-string/query.ts'
import { descriptionDisabled } from '#data-api/request-errors.ts'
import { sqlError } from '#data-api/sql-errors.ts'
import { type Action, actionOf, profileOf, resourceOf } from './action.ts'
import { answerCall } from './answer-call.ts'
import { answerOptions } from './answer-options.ts'
import { answerRead } from './answer-read.ts'
import { answerWrite } from './answer-write.ts'
import type { Context, RestNeeds } from './context.ts'
import { schemaNotRead } from './failures.ts'
import { readAccept, readMediaType } from './media-types.ts'
import { readPreferences } from './prefer.ts'
import { bodyTypeOf, readBody } from './read-body.ts'
import { mayChooseEnd } from './rest-options.ts'
import type { Answer, RestRequest } from './rest-request.ts'
import { topWindow } from './window.ts'

/** A request from its headers to its answer. The first step that fails decides what is said. */
export async function answerRequest(needs: RestNeeds, request: RestRequest): Promise<Answer> {
  const { method } = request
  const caller = await needs.callerOf(request)
  const schema = needs.schema.current()
  if (!schema) throw schemaNotRead()

  const { options } = needs
  const resource = resourceOf(request.path)
  const profile = profileOf(method, request, options.schemas)
  const action = actionOf(resource, method)
  const world = schema.worlds.get(profile.schema)
  if (!world) throw schemaNotRead()
  const context: Context = {
    needs,
    request,
    caller,
    schema,
    world,
    profile,
    preferences: readPreferences(request.header('prefer'), mayChooseEnd(options)),
    accepts: readAccept(request.header('accept')),
  }

  try {
    return await act(context, action)
  } catch (error) {
    throw sqlError(error, caller.role === options.anonRole) ?? error
  }
}

async function act(context: Context, action: Action): Promise<Answer> {
  const { request, world } = context
  if (action.kind === 'options') return answerOptions(world, action.resource, request.queryString)
  if (action.kind === 'describe') throw descriptionDisabled()

  const isArgumentRead = action.kind === 'call' && action.isRead
  const query = parseQuery(request.queryString, { hasArguments: isArgumentRead })
  const window = topWindow(request.method, query, request.header('range'))

  switch (action.kind) {
    case 'read':
      return answerRead(context, { ...action, query, window })
    case 'write': {
      const hasBody = action.mutation !== 'delete'
      const sent = hasBody
        ? await readSent(request, query, action.mutation !== 'put', false)
        : undefined
      return answerWrite(context, { ...action, query, window, payload: sent?.payload })
    }
    case 'call': {
      const sent = action.isRead ? undefined : await readSent(request, query, true, true)
      return answerCall(context, { ...action, query, window, sent })
    }
  }
}

async function readSent(request: RestRequest, query: Query, mayName: boolean, isCall: boolean) {
  const type = readMediaType(request.header('content-type') ?? 'application/json')
  const columns = mayName ? query.columns : undefined
  const payload = readBody(await request.body(), type, { isCall, columns })

  return { payload, type: bodyTypeOf(type) }
}
