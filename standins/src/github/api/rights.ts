import type { Context } from 'hono'
import type { ApiEnv, Caller } from './api-env.ts'
import { requireUser } from './caller.ts'
import { type Accessor, notAccessible, notFound } from './errors.ts'

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
  const { program } = caller

  if (program.kind === 'oauth-app') {
    c.header('x-accepted-oauth-scopes', scopes.join(', '))
    // GitHub answers 404 without the scope.
    if (!scopes.some((one) => caller.scopes.includes(one))) throw notFound()
    return caller
  }
  c.header('x-accepted-github-permissions', `${permission}=${access}`)
  const granted = program.permissions[permission]
  if (granted !== access && granted !== 'write') throw notAccessible(accessorOf(caller))

  return caller
}

export const accessorOf = (caller: Caller | null): Accessor =>
  caller?.program.kind === 'fine-grained-token' ? 'personal access token' : 'integration'
