import { id } from '@app/contract/id'
import * as z from 'zod/mini'
import { validationFailed } from '#identity/errors.ts'
import { challengeFactor } from '#identity/factors/challenge-factor.ts'
import { enrollFactor } from '#identity/factors/enroll-factor.ts'
import { asFactorOwner, type FactorOwner } from '#identity/factors/factor-owner.ts'
import { unenrollFactor } from '#identity/factors/unenroll-factor.ts'
import { verifyFactor } from '#identity/factors/verify-factor.ts'
import { verifySecurityKey } from '#identity/factors/verify-security-key.ts'
import {
  type CreatedCredential,
  createdCredential,
  type UsedCredential,
  usedCredential,
} from '#identity/webauthn/credential.ts'
import type { AuthContext, AuthNeeds, Route } from './auth-needs.ts'
import { clientOf, memberOf } from './caller.ts'
import { text } from './fields.ts'
import { idParameter } from './id-parameter.ts'
import { readBody } from './read-body.ts'

export const ownerOf = async (needs: AuthNeeds, c: AuthContext): Promise<FactorOwner> =>
  asFactorOwner(await memberOf(needs, c))

export const enrollBody = z.object({
  factor_type: text,
  friendly_name: text,
  issuer: text,
  phone: text,
})

export const postFactors: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)
  const body = await readBody(c, enrollBody)
  const input = {
    type: body.factor_type ?? '',
    friendlyName: body.friendly_name ?? '',
    issuer: body.issuer ?? '',
    phone: body.phone ?? '',
  }

  return c.json(await enrollFactor(needs.identity, owner, input, clientOf(c)))
}

export const postChallenge: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)
  const factorId = idParameter(c, 'id', 'factor_id')

  return c.json(await challengeFactor(needs.identity, owner, factorId, clientOf(c)))
}

export const verifyBody = z.object({
  challenge_id: id,
  code: text,
  webauthn: z.optional(z.unknown()),
})

const keyAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('create'), credential_response: createdCredential }),
  z.object({ type: z.literal('request'), credential_response: usedCredential }),
])

export const postFactorVerify: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)
  const factorId = idParameter(c, 'id', 'factor_id')
  const { challenge_id, code, webauthn } = await readBody(c, verifyBody)
  const challengeId = challenge_id.toLowerCase()
  if (webauthn !== undefined) {
    const answer = { factorId, challengeId, ...readKeyAnswer(webauthn) }
    return c.json(await verifySecurityKey(needs.identity, owner, answer, clientOf(c)))
  }
  if (!code) throw validationFailed('Code needs to be non-empty')

  const answer = { factorId, challengeId, code }
  return c.json(await verifyFactor(needs.identity, owner, answer, clientOf(c)))
}

function readKeyAnswer(webauthn: unknown) {
  const parsed = z.safeParse(keyAnswer, webauthn)
  if (!parsed.success) throw validationFailed('webauthn is not an answer of a security key')

  const { type, credential_response: credential } = parsed.data
  return { type, credential } as
    | { type: 'create'; credential: CreatedCredential }
    | { type: 'request'; credential: UsedCredential }
}

export const deleteFactor: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)
  const factorId = idParameter(c, 'id', 'factor_id')

  return c.json(await unenrollFactor(needs.identity, owner, factorId, clientOf(c)))
}
