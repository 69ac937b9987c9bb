import { type Parameter, readParameters } from '#data-api/query-string/parameters.ts'
import { parseQuery } from '#data-api/query-string/parse-query.ts'
import { BODY_PLACEHOLDER, takeValues } from '#data-api/query-string/placeholders.ts'
import type { Query } from '#data-api/query-string/query.ts'
import type { Payload, SentPayload } from '#data-api/request/payload.ts'
import type { TextBytes } from '#db/text-bytes.ts'
import type { Action } from './action.ts'
import type { Context } from './context.ts'
import { readContentType } from './media-types.ts'
import { prepareCall, type Sent } from './prepare-call.ts'
import { prepareRead } from './prepare-read.ts'
import { prepareWrite } from './prepare-write.ts'
import type { ParsedQuery, Prepared } from './prepared.ts'
import { bodyTypeOf } from './read-body.ts'
import { rememberTexts } from './remember-texts.ts'
import { topWindow } from './window.ts'
import { callerKey } from './with-admission.ts'

const MOST_SHAPES = 32
const LONGEST_SHAPE = 2000

type DbAction = Extract<Action, { kind: 'read' | 'write' | 'call' }>

export type Ready = { prepared: Prepared; values: readonly (string | TextBytes)[] }

type Received = { payload: SentPayload; type: Sent['type'] }

/**
 * Parses a request and builds its statement, or reuses that of an equal request; values and body are filled in afterwards.
 */
export function prepare(context: Context, action: DbAction): Ready | Promise<Ready> {
  const { values, parsed } = ask(context, action)
  if (!hasBody(action)) return prepareWith(context, action, { parsed, values }, undefined)

  return readSent(context, action, parsed.query).then((sent) =>
    prepareWith(context, action, { parsed, values }, sent),
  )
}

function prepareWith(
  context: Context,
  action: DbAction,
  { parsed, values }: ReturnType<typeof ask>,
  sent: Received | undefined,
): Ready {
  const shape = shapeOf(sent)
  const known = shape === undefined ? undefined : parsed.prepared.get(shape)
  const prepared = known ?? prepareFor(context, action, parsed, withPlaceholder(sent))
  if (!known && shape !== undefined) remember(context, parsed, shape, prepared)

  return { prepared, values: [textOf(sent), ...values] }
}

const withoutArguments = rememberTexts((text) => takeValues(readParameters(text), false))
const withArguments = rememberTexts((text) => takeValues(readParameters(text), true))

function ask(context: Context, action: DbAction) {
  const { needs, request, schema, profile } = context
  const { method, path, header, queryString } = request
  const hasArguments = action.kind === 'call' && action.isRead
  const template = hasArguments ? withArguments(queryString) : withoutArguments(queryString)
  const key = [method, profile.schema, path, header('accept'), header('prefer'), header('range')]
  const understand = (from: readonly Parameter[]): ParsedQuery => {
    const query = parseQuery(from, { hasArguments })

    return { query, window: topWindow(method, query, header('range')), prepared: new Map() }
  }

  try {
    const whole = `${key.join('\0')}\0${template.key}`
    const parsed = needs.parsedQueries.find(schema, whole, () => understand(template.parameters))
    return { parsed, values: template.values }
  } catch (error) {
    // Parsed for its error, which must quote the client's own text.
    understand(readParameters(queryString))
    throw error
  }
}

function prepareFor(
  context: Context,
  action: DbAction,
  { query, window }: ParsedQuery,
  sent: Sent | undefined,
): Prepared {
  switch (action.kind) {
    case 'read':
      return prepareRead(context, { ...action, query, window })
    case 'write':
      return prepareWrite(context, { ...action, query, window, payload: sent?.payload })
    case 'call':
      return prepareCall(context, { ...action, query, window, sent })
  }
}

function hasBody(action: DbAction): boolean {
  if (action.kind === 'write') return action.mutation !== 'delete'

  return action.kind === 'call' && !action.isRead
}

async function readSent(context: Context, action: DbAction, query: Query): Promise<Received> {
  const { needs, request } = context
  const isCall = action.kind === 'call'
  const mutation = action.kind === 'write' ? action.mutation : undefined
  const type = readContentType(request.header('content-type') ?? 'application/json')
  const columns = mutation === 'put' ? undefined : query.columns
  const body = await request.body()
  const payload = await needs.bodies.read(callerKey(context), body, type, { isCall, columns })
  return { payload, type: bodyTypeOf(type) }
}

/** Bodies of one shape share a statement. The arguments of a form are part of its statement, so it is not cached. */
function shapeOf(sent: Received | undefined): string | undefined {
  if (!sent) return ''
  const { payload, type } = sent
  if (payload.kind === 'form') return undefined
  if (payload.kind === 'raw') return type

  return [type, payload.isObject, ...payload.keys].join('\0')
}

function withPlaceholder(sent: Received | undefined): Sent | undefined {
  return sent && { ...sent, payload: placeholderFor(sent.payload) }
}

const placeholderFor = (payload: SentPayload): Payload =>
  payload.kind === 'form' ? payload : { ...payload, text: BODY_PLACEHOLDER }

const textOf = (sent: Received | undefined): string | TextBytes =>
  !sent || sent.payload.kind === 'form' ? '' : sent.payload.text

function remember(
  { needs }: Context,
  parsed: ParsedQuery,
  shape: string,
  prepared: Prepared,
): void {
  if (shape.length > LONGEST_SHAPE) return
  if (parsed.prepared.size === MOST_SHAPES) parsed.prepared.clear()
  parsed.prepared.set(shape, prepared)
  needs.parsedQueries.grown(shape.length + prepared.main.text.length)
}
