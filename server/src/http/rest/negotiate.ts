import { mediaNotAvailable } from '#data-api/request-errors.ts'
import type { BodyForm } from '#data-api/sql/body-sql.ts'
import { type MediaType, mimeOf } from './media-types.ts'

export type Negotiated = {
  /** What the answer is called. */
  type: MediaType
  form: BodyForm
}

/** The first of the wanted types that we can make. */
export function negotiate(accepts: readonly MediaType[], arePlansAllowed: boolean): Negotiated {
  for (const type of accepts) {
    if (type.kind === 'plan' && !arePlansAllowed) continue
    const form = formOf(type.kind === 'plan' ? type.of : type)
    if (form) return { type: type.kind === 'any' ? { kind: 'json' } : type, form }
  }
  throw mediaNotAvailable(accepts.map(mimeOf))
}

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
