import type { Context } from 'hono'
import type { ApiEnv, Caller } from './api-env.ts'
import { mustBeCalled } from './caller.ts'
import { notAccessible, notFound } from './errors.ts'

type Right = {
  /** What a GitHub App must have been registered with. */
  permission: string
  access: 'read' | 'write'
  /** Any one of these does for an OAuth App. */
  scopes: string[]
}

/** Refuses whoever has not the right, and tells everybody what would have been enough. */
export function mayUse(c: Context<ApiEnv>, { permission, access, scopes }: Right): Caller {
  const caller = mustBeCalled(c)
  const { kind, permissions } = caller.registration

  if (kind === 'oauth-app') {
    c.header('x-accepted-oauth-scopes', scopes.join(', '))
    // Without the scope GitHub does not even admit that there is something.
    if (!scopes.some((one) => caller.token.scopes.includes(one))) throw notFound()
    return caller
  }
  c.header('x-accepted-github-permissions', `${permission}=${access}`)
  const granted = permissions[permission]
  if (granted !== access && granted !== 'write') throw notAccessible()

  return caller
}
