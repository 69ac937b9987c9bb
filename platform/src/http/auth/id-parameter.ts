import { readUuid } from '#db/uuid.ts'
import { notAnId } from '#identity/admin/errors.ts'
import type { AuthContext } from './auth-needs.ts'

/** An id from the path. `name` is the parameter's name in the error. */
export function idParameter(c: AuthContext, parameter: string, name: string): string {
  const id = readUuid(c.req.param(parameter) ?? '')
  if (id === null) throw notAnId(name)

  return id
}
