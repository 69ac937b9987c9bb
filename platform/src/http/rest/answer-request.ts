import { schemaNotRead } from '#data-api/errors/request-errors.ts'
import { sqlError } from '#data-api/errors/sql-errors.ts'
import type { Preferences } from '#data-api/request/preferences.ts'
import { actionOf, profileOf, resourceOf } from './action.ts'
import { answerCall } from './answer-call.ts'
import { answerDescription } from './answer-description.ts'
import { answerOptions } from './answer-options.ts'
import { answerRead } from './answer-read.ts'
import { answerWrite } from './answer-write.ts'
import type { Context, RestNeeds } from './context.ts'
import { readAccept } from './media-types.ts'
import { readPreferences } from './prefer.ts'
import { prepare, type Ready } from './prepare.ts'
import { mayChooseEnd, type RestOptions } from './rest-options.ts'
import type { Answer, RestRequest } from './rest-request.ts'

/** Answers a request. The first step that fails decides the error. */
export async function answerRequest(needs: RestNeeds, request: RestRequest): Promise<Answer> {
  const { method } = request
  // Known tokens and requests without a body are not awaited, because each await takes time.
  const found = needs.callerOf(request)
  const caller = found instanceof Promise ? await found : found
  const schema = needs.schema.current()
  if (!schema) throw schemaNotRead()

  const { options } = needs
  const resource = resourceOf(request.path)
  const profile = profileOf(method, request, options.schemas)
  const action = actionOf(resource, method)
  const exposed = schema.exposed.get(profile.schema)
  if (!exposed) throw schemaNotRead()
  const context: Context = {
    needs,
    request,
    caller,
    schema,
    exposed,
    profile,
    preferences: preferencesOf(request, options),
    accepts: readAccept(request.header('accept')),
  }

  try {
    if (action.kind === 'options') {
      return answerOptions(exposed, action.resource, request.queryString)
    }
    if (action.kind === 'describe') return await answerDescription(context, action.isHead)
    const ready = prepare(context, action)

    return await answer(context, ready instanceof Promise ? await ready : ready)
  } catch (error) {
    throw sqlError(error, caller.role === options.anonRole) ?? error
  }
}

/** The tx preference is ignored unless overriding is allowed. */
function preferencesOf(request: RestRequest, options: RestOptions): Preferences {
  const preferences = readPreferences(request.header('prefer'))
  if (preferences.tx === undefined || mayChooseEnd(options)) return preferences
  const { tx: _, ...others } = preferences

  return others
}

function answer(context: Context, { prepared, values }: Ready): Promise<Answer> {
  switch (prepared.kind) {
    case 'read':
      return answerRead(context, prepared, values)
    case 'write':
      return answerWrite(context, prepared, values)
    case 'call':
      return answerCall(context, prepared, values)
  }
}
