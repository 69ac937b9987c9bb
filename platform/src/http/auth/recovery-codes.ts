import * as z from 'zod/mini'
import { validationFailed } from '#identity/errors.ts'
import {
  generateRecoveryCodes,
  regenerateRecoveryCodes,
} from '#identity/factors/issue-recovery-codes.ts'
import { deleteRecoveryCodes, recoveryCodesStatus } from '#identity/factors/recovery-codes.ts'
import { verifyRecoveryCode } from '#identity/factors/verify-recovery-code.ts'
import type { Route } from './auth-needs.ts'
import { clientOf } from './caller.ts'
import { ownerOf } from './factors.ts'
import { text } from './fields.ts'
import { readBody } from './read-body.ts'

export const getCodes: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)

  return c.json(await recoveryCodesStatus(needs.identity, owner))
}

export const generateBody = z.object({ friendly_name: text })

export const postCodes: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)
  const { friendly_name: name = '' } = await readBody(c, generateBody)

  return c.json(await generateRecoveryCodes(needs.identity, owner, name, clientOf(c)))
}

export const postCodesAgain: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)

  return c.json(await regenerateRecoveryCodes(needs.identity, owner, clientOf(c)))
}

export const verifyBody = z.object({ code: text })

export const postCodeVerify: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)
  const { code } = await readBody(c, verifyBody)
  if (!code) throw validationFailed('Code needs to be non-empty')

  return c.json(await verifyRecoveryCode(needs.identity, owner, code, clientOf(c)))
}

export const deleteCodes: Route = (needs) => async (c) => {
  const owner = await ownerOf(needs, c)

  return c.json(await deleteRecoveryCodes(needs.identity, owner, clientOf(c)))
}
