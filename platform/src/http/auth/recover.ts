import * as z from 'zod/mini'
import { validationFailed } from '#identity/errors.ts'
import { requestRecovery } from '#identity/flows/request-recovery.ts'
import type { Route } from './auth-needs.ts'
import { pkceFields, text } from './fields.ts'
import { readBody } from './read-body.ts'
import { clientOf } from './speaker.ts'
import { wayBackOf } from './way-back.ts'

const recoverBody = z.object({ email: text, ...pkceFields })

export const postRecover: Route = (needs) => async (c) => {
  const body = await readBody(c, recoverBody)
  if (!body.email) throw validationFailed('Password recovery requires an email')

  await requestRecovery(needs.identity, {
    email: body.email,
    wayBack: wayBackOf(needs, c, body),
    client: clientOf(c),
  })
  return c.json({})
}
