import * as z from 'zod/mini'
import { notAnId } from '#identity/admin/errors.ts'
import type { AuthContext } from './auth-needs.ts'

/** An id from the address, in the spelling of the database. `name` is how the refusal calls it. */
export function idParameter(c: AuthContext, parameter: string, name: string): string {
  const parsed = z.guid().safeParse(c.req.param(parameter))
  if (!parsed.success) throw notAnId(name)

  return parsed.data.toLowerCase()
}
