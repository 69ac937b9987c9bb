import { deleteFactorByAdmin, listFactors } from '#identity/admin/admin-factors.ts'
import type { Route } from './auth-needs.ts'
import { idParameter } from './id-parameter.ts'
import { clientOf, requireAdmin } from './speaker.ts'

export const getAdminFactors: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)

  return c.json(await listFactors(needs.identity, idParameter(c, 'id', 'user_id')))
}

export const deleteAdminFactor: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const userId = idParameter(c, 'id', 'user_id')
  const factorId = idParameter(c, 'factorId', 'factor_id')

  return c.json(await deleteFactorByAdmin(needs.identity, { userId, factorId }, clientOf(c)))
}
