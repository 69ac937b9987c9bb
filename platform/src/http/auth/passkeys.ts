import type { MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { isUuid, readUuid } from '#db/uuid.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { validationFailed } from '#identity/errors.ts'
import { passkeyNotFound, passkeysDisabled, passkeysNeedName } from '#identity/passkeys/errors.ts'
import {
  listPasskeys,
  listPasskeysByAdmin,
  removePasskey,
  removePasskeyByAdmin,
  updatePasskey,
} from '#identity/passkeys/manage-passkeys.ts'
import { finishRegistration, startRegistration } from '#identity/passkeys/register-passkey.ts'
import { signInWithPasskey, startSignIn } from '#identity/passkeys/sign-in-with-passkey.ts'
import type { RelyingParty } from '#identity/settings.ts'
import { createdCredential, usedCredential } from '#identity/webauthn/credential.ts'
import type { AuthContext, AuthNeeds, Route } from './auth-needs.ts'
import { clientOf, requireAdmin } from './caller.ts'
import { ownerOf } from './factors.ts'
import { text } from './fields.ts'
import { idParameter } from './id-parameter.ts'
import { readBody } from './read-body.ts'

export const passkeysRequired = ({
  identity: { settings },
}: AuthNeeds): MiddlewareHandler<RequestContext> => {
  return async (_c, next) => {
    if (settings.webauthn === null) throw passkeysNeedName()
    if (!settings.passkeysEnabled) throw passkeysDisabled()

    await next()
  }
}

/** `passkeysRequired` has refused before. */
function siteOf({ identity: { settings } }: AuthNeeds): RelyingParty {
  if (settings.webauthn === null) throw passkeysNeedName()

  return settings.webauthn
}

export const postSignInOptions: Route = (needs) => async (c) =>
  c.json(startSignIn(needs.identity, siteOf(needs)))

export const postSignIn: Route = (needs) => async (c) => {
  const answer = await readAnswer(c, usedCredential)

  return c.json(await signInWithPasskey(needs.identity, siteOf(needs), answer, clientOf(c)))
}

export const postRegistrationOptions: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)

  return c.json(await startRegistration(needs.identity, siteOf(needs), owner))
}

export const postRegistration: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)
  const answer = await readAnswer(c, createdCredential)

  return c.json(await finishRegistration(needs.identity, siteOf(needs), owner, answer, clientOf(c)))
}

export const getPasskeys: Route = (needs) => async (c) => {
  const { account } = await ownerOf(needs, c)

  return c.json(await listPasskeys(needs.identity, account))
}

export const nameBody = z.object({ friendly_name: text })

export const patchPasskey: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)
  const id = passkeyIdOf(c, 'id')
  const { friendly_name: friendlyName = '' } = await readBody(c, nameBody)

  return c.json(await updatePasskey(needs.identity, owner, { id, friendlyName }, clientOf(c)))
}

export const deletePasskey: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)

  await removePasskey(needs.identity, owner, passkeyIdOf(c, 'id'), clientOf(c))
  return c.body(null, 204)
}

export const getAdminPasskeys: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)

  return c.json(await listPasskeysByAdmin(needs.identity, idParameter(c, 'id', 'user_id')))
}

export const deleteAdminPasskey: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const userId = idParameter(c, 'id', 'user_id')
  const id = passkeyIdOf(c, 'passkeyId')

  await removePasskeyByAdmin(needs.identity, { userId, id }, clientOf(c))
  return c.body(null, 204)
}

function passkeyIdOf(c: AuthContext, parameter: string): string {
  const id = readUuid(c.req.param(parameter) ?? '')
  if (id === null) throw passkeyNotFound()

  return id
}

export const answerBody = z.object({ challenge_id: text, credential: z.optional(z.unknown()) })

async function readAnswer<Schema extends z.ZodMiniType>(c: AuthContext, schema: Schema) {
  const { challenge_id: challengeId = '', credential } = await readBody(c, answerBody)
  if (!isUuid(challengeId)) throw validationFailed('challenge_id must be an UUID')
  const parsed = z.safeParse(schema, credential)
  if (!parsed.success) throw validationFailed('credential is not a WebAuthn credential')

  return { challengeId: challengeId.toLowerCase(), credential: parsed.data }
}
