import * as z from 'zod/mini'
import { notAnId } from '#identity/admin/errors.ts'
import type { AuthContext } from './auth-needs.ts'

/** An id from the path, in the database's spelling. `name` is the parameter's name in the error. */
export function idParameter(c: AuthContext, parameter: string, name: string): string {
  const parsed = z.guid().safeParse(c.req.param(parameter))
  if (!parsed.success) throw notAnId(name)

  return parsed.data.toLowerCase()
}
