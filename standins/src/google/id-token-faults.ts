import { fieldsOf, InvalidInput } from '#runtime/fields.ts'

/** Faults of an id token that comes from the right issuer. */
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

/** `{"kind":"expired","times":2}`; without `times` once. */
export function readIdTokenFault(input: unknown): IdTokenFault {
  const fields = fieldsOf(input)
  const kind = fields.oneOf('kind', ID_TOKEN_FAULTS)
  const remaining = fields.integer('times', 1)
  if (!kind || remaining < 1) throw new InvalidInput('Say a "kind", and "times" of at least 1.')

  return { kind, remaining }
}

/** The fault of the next id token, if any; counts as one use of it. */
export function consumeIdTokenFault(state: { idTokenFaults: IdTokenFault[] }) {
  const [fault] = state.idTokenFaults
  if (!fault) return null
  fault.remaining -= 1
  state.idTokenFaults = state.idTokenFaults.filter(({ remaining }) => remaining > 0)

  return fault.kind
}
