import { randomUUID } from 'node:crypto'
import type { Metadata } from '@app/contract/identity'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'

export type NewUser = {
  email?: string | null
  phone?: string | null
  provider: string
  data: Metadata
  isAnonymous?: boolean
}

type Needs = Pick<Identity, 'authHooks' | 'clock'>

/** Thrown where a user is about to be created whom the operator's hook has not seen; it undoes the transaction. */
class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted'
  readonly user: NewUser

  constructor(user: NewUser) {
    super('The hook was not asked about a new user')
    this.user = user
  }
}

/** Within a transaction, before a caller's own account is created. Admins create users without a hook. */
export function requireAdmitted({ authHooks }: Pick<Needs, 'authHooks'>, user: NewUser): void {
  if (authHooks.beforeUserCreated) throw new NotAdmitted(user)
}

/** Does the work; if that creates a user, it is undone and done again after the hook has agreed. */
export async function admittingNewUser<N extends Needs, T>(
  needs: N,
  client: Client,
  work: (needs: N) => Promise<T>,
): Promise<T> {
  try {
    return await work(needs)
  } catch (error) {
    if (!(error instanceof NotAdmitted)) throw error
    return work(await admitNewUser(needs, error.user, client))
  }
}

/**
 * Asks the operator's hook whether this user may be created, and returns what creates them. Called outside of transactions, so that no
 * connection waits for the answer.
 */
export async function admitNewUser<N extends Needs>(
  needs: N,
  { email, phone, provider, data, isAnonymous = false }: NewUser,
  client: Client,
): Promise<N> {
  await needs.authHooks.beforeUserCreated?.({
    metadata: {
      uuid: randomUUID(),
      time: needs.clock.now().toISOString(),
      name: 'before-user-created',
      ip_address: client.address,
    },
    user: {
      aud: 'authenticated',
      role: 'authenticated',
      email: email ?? '',
      phone: phone ?? '',
      app_metadata: isAnonymous ? {} : { provider, providers: [provider] },
      user_metadata: data,
      is_anonymous: isAnonymous,
    },
  })

  return { ...needs, authHooks: { ...needs.authHooks, beforeUserCreated: null } }
}
