import { readUuid } from '#db/uuid.ts'
import { AppError } from '#errors/app-error.ts'
import type { AuthContext } from './auth-needs.ts'

/** Reads an id from the path. `name` is used for the parameter in the error. */
export function idParameter(c: AuthContext, parameter: string, name: string): string {
  const id = readUuid(c.req.param(parameter) ?? '')
  if (id === null) throw notAnId(name)

  return id
}

const notAnId = (what: string) => new AppError('validation_failed', 404, `${what} must be an UUID`)
