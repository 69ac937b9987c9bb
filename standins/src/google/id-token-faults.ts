import { fieldsOf, Misunderstood } from '#runtime/fields.ts'

/** The ways in which an id token can be wrong although it came from the right place. */
export const ID_TOKEN_FAULTS = [
  'audience',
  'party',
  'issuer',
  'nonce',
  'expired',
  'signature',
] as const

export type IdTokenFaultKind = (typeof ID_TOKEN_FAULTS)[number]

export type IdTokenFault = { kind: IdTokenFaultKind; remaining: number }

/** `{"kind":"expired","times":2}`; without `times` it happens once. */
export function readIdTokenFault(wish: unknown): IdTokenFault {
  const fields = fieldsOf(wish)
  const kind = fields.oneOf('kind', ID_TOKEN_FAULTS)
  const remaining = fields.integer('times', 1)
  if (!kind || remaining < 1) throw new Misunderstood('Say a "kind", and "times" of at least 1.')

  return { kind, remaining }
}

/** The fault that the next id token has, if one was ordered. It counts as met. */
export function meetIdTokenFault(state: { idTokenFaults: IdTokenFault[] }) {
  const [fault] = state.idTokenFaults
  if (!fault) return null
  fault.remaining -= 1
  state.idTokenFaults = state.idTokenFaults.filter(({ remaining }) => remaining > 0)

  return fault.kind
}
