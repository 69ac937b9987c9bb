import type { Context } from 'hono'
import type { ApiEnv, Caller } from './api-env.ts'
import { requireUser } from './caller.ts'
import { notAccessible, notFound } from './errors.ts'

type Right = {
  /** The permission a GitHub App needs. */
  permission: string
  access: 'read' | 'write'
  /** Any one of these is enough for an OAuth App. */
  scopes: string[]
}

/** Throws unless the caller has the right; the headers say what would be enough. */
export function requireRight(c: Context<ApiEnv>, { permission, access, scopes }: Right): Caller {
  const caller = requireUser(c)
  const { kind, permissions } = caller.registration

  if (kind === 'oauth-app') {
    c.header('x-accepted-oauth-scopes', scopes.join(', '))
    // GitHub answers 404 without the scope.
    if (!scopes.some((one) => caller.token.scopes.includes(one))) throw notFound()
    return caller
  }
  c.header('x-accepted-github-permissions', `${permission}=${access}`)
  const granted = permissions[permission]
  if (granted !== access && granted !== 'write') throw notAccessible()

  return caller
}
