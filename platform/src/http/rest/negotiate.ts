import { mediaNotAvailable } from '#data-api/errors/request-errors.ts'
import type { ReadPlan } from '#data-api/plan/read-plan.ts'
import type { ExposedSchema, MediaHandler, Routine } from '#data-api/schema-cache/schema.ts'
import type { BodyForm } from '#data-api/sql/body-sql.ts'
import { type MediaType, mimeOf, readContentType } from './media-types.ts'

export type Negotiated = {
  /** What the answer is called. */
  type: MediaType
  form: BodyForm
}

/** What SQL makes of the rows at hand: of just these, and of any. */
export type Handlers = { own: readonly MediaHandler[]; any: readonly MediaHandler[] }

/** The first of the wanted types that we can make. */
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

/** What handles the rows of one relation wants them whole, as they are in it. */
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
  // What our own types say about nulls and single rows, no handler could follow.
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

/** Who makes every type says which by a header. */
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
