import { mediaNotAvailable } from '#data-api/errors/request-errors.ts'
import type { ReadPlan } from '#data-api/plan/read-plan.ts'
import type { ExposedSchema, MediaHandler, Routine } from '#data-api/schema-cache/schema.ts'
import type { BodyForm } from '#data-api/sql/body-sql.ts'
import { type MediaType, mimeOf, readContentType } from './media-types.ts'

export type Negotiated = {
  /** The answer's media type. */
  type: MediaType
  form: BodyForm
}

/** Media handlers for these rows, and for any rows. */
export type Handlers = { own: readonly MediaHandler[]; any: readonly MediaHandler[] }

/** The first accepted type that is available. */
export function negotiate(
  accepts: readonly MediaType[],
  arePlansAllowed: boolean,
  handlers: Handlers,
): Negotiated {
  for (const type of accepts) {
    if (type.kind === 'plan' && !arePlansAllowed) continue
    const found = made(type.kind === 'plan' ? type.of : type, handlers)
    if (found) return type.kind === 'plan' ? { type, form: found.form } : found
  }
  throw mediaNotAvailable(accepts.map(mimeOf))
}

/** A handler for one relation needs complete rows. */
export function handlersFor(
  { handlers }: ExposedSchema,
  name: string,
  { select, embeds }: ReadPlan,
  routine?: Routine,
): Handlers {
  const [only] = select
  const isWhole =
    select.length === 1 &&
    only?.field.name === '*' &&
    only.aggregate === undefined &&
    embeds.length === 0
  const own = isWhole && (routine?.handler ? [routine.handler] : handlers.byRelation.get(name))

  return { own: own || [], any: handlers.ofAnyRows }
}

function made(type: MediaType, { own, any }: Handlers): Negotiated | null {
  // Handlers cannot apply the parameters of our own types for nulls and single rows.
  if (type.kind !== 'object' && type.kind !== 'array') {
    const name = mimeOf(type).toLowerCase()
    const handler = handlerOf(own, ANY) ?? handlerOf(own, name) ?? handlerOf(any, name)
    if (handler) return { type: typeOf(handler), form: { kind: 'handler', handler } }
  }
  const form = formOf(type)

  return form && { type: type.kind === 'any' ? { kind: 'json' } : type, form }
}

const ANY = '*/*'

const handlerOf = (handlers: readonly MediaHandler[], name: string): MediaHandler | undefined =>
  handlers.find(({ mediaType }) => mediaType.toLowerCase() === name)

/** A handler for every type sets the actual type by a header. */
const typeOf = ({ mediaType }: MediaHandler): MediaType =>
  mediaType === ANY ? { kind: 'binary' } : readContentType(mediaType)

function formOf(type: MediaType): BodyForm | null {
  switch (type.kind) {
    case 'any':
    case 'json':
      return { kind: 'json', isSingle: false, stripsNulls: false }
    case 'array':
      return { kind: 'json', isSingle: false, stripsNulls: true }
    case 'object':
      return { kind: 'json', isSingle: true, stripsNulls: type.stripsNulls }
    case 'csv':
    case 'geojson':
      return { kind: type.kind }
    default:
      return null
  }
}
