import type { Grant, GrantState } from './grant-memory.ts'

type Wanted = Pick<Grant, 'clientId' | 'personId' | 'scopes'>

/** A second grant adds its scopes to the first. */
export function grantAccess(state: GrantState, wanted: Wanted, now: number): void {
  const known = findGrant(state, wanted)
  if (known) known.scopes = [...new Set([...known.scopes, ...wanted.scopes])]
  else state.grants.push({ ...wanted, id: state.nextGrantId++, grantedAt: now })
}

export const findGrant = (
  { grants }: GrantState,
  { clientId, personId }: Pick<Grant, 'clientId' | 'personId'>,
) => grants.find((one) => one.clientId === clientId && one.personId === personId)

/** Removes the grant with all its tokens and codes. */
export function revokeGrant(state: GrantState, grant: Pick<Grant, 'clientId' | 'personId'>): void {
  const isOther = (one: { clientId: string; personId: number }) =>
    one.clientId !== grant.clientId || one.personId !== grant.personId

  state.grants = state.grants.filter(isOther)
  state.tokens = state.tokens.filter(isOther)
  state.codes = state.codes.filter(isOther)
}
