import * as z from 'zod/mini'
import { readUuid } from '#db/uuid.ts'
import {
  deleteFactorByAdmin,
  listFactors,
  renameFactorByAdmin,
} from '#identity/admin/admin-factors.ts'
import { createUser } from '#identity/admin/create-user.ts'
import { deleteUserByAdmin } from '#identity/admin/delete-user.ts'
import { getUser } from '#identity/admin/get-user.ts'
import { listAudit } from '#identity/admin/list-audit.ts'
import { listUsers } from '#identity/admin/list-users.ts'
import { updateUserByAdmin } from '#identity/admin/update-user.ts'
import { validationFailed } from '#identity/errors.ts'
import type { AuthContext, Route } from './auth-needs.ts'
import { clientOf, requireAdmin } from './caller.ts'
import { text } from './fields.ts'
import { idParameter } from './id-parameter.ts'
import { readPaging, setPagingHeaders } from './paging.ts'
import { readBody } from './read-body.ts'

const metadata = z.optional(z.record(z.string(), z.unknown()))
const flag = z.optional(z.boolean())

const attributes = {
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  role: text,
  aud: text,
  ban_duration: text,
}
export const createBody = z.object({ ...attributes, id: text })
export const updateBody = z.object(attributes)
export const deleteBody = z.object({ should_soft_delete: z._default(z.boolean(), false) })

export const postAdminUsers: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const body = await readBody(c, createBody)
  const id = body.id ? readUuid(body.id) : undefined
  if (id === null) throw validationFailed('ID must conform to the uuid v4 format')

  return c.json(await createUser(needs.identity, { ...body, id }, clientOf(c)))
}

export const getAdminUsers: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const paging = readPaging(c)
  const { users, total } = await listUsers(needs.identity, {
    filter: c.req.query('filter') ?? '',
    sort: c.req.query('sort') ?? '',
    page: paging,
  })

  setPagingHeaders(c, '/admin/users', paging, total)
  return c.json({ users, aud: 'authenticated' })
}

export const getAdminUser: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)

  return c.json(await getUser(needs.identity, userIdOf(c)))
}

export const putAdminUser: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const id = userIdOf(c)
  const body = await readBody(c, updateBody)

  return c.json(await updateUserByAdmin(needs.identity, id, body, clientOf(c)))
}

export const deleteAdminUser: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const id = userIdOf(c)
  const { should_soft_delete: isSoft } = await readBody(c, deleteBody)

  await deleteUserByAdmin(needs.identity, { id, isSoft }, clientOf(c))
  return c.json({})
}

export const getAdminFactors: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)

  return c.json(await listFactors(needs.identity, userIdOf(c)))
}

export const factorBody = z.object({ friendly_name: text })

export const putAdminFactor: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const userId = userIdOf(c)
  const factorId = idParameter(c, 'factorId', 'factor_id')
  const { friendly_name: friendlyName = '' } = await readBody(c, factorBody)
  const rename = { userId, factorId, friendlyName }

  return c.json(await renameFactorByAdmin(needs.identity, rename, clientOf(c)))
}

export const deleteAdminFactor: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const userId = userIdOf(c)
  const factorId = idParameter(c, 'factorId', 'factor_id')

  return c.json(await deleteFactorByAdmin(needs.identity, { userId, factorId }, clientOf(c)))
}

export const getAdminAudit: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const paging = readPaging(c)
  const { entries, total } = await listAudit(needs.identity, c.req.query('query') ?? '', paging)

  setPagingHeaders(c, '/admin/audit', paging, total)
  return c.json(entries)
}

const userIdOf = (c: AuthContext): string => idParameter(c, 'id', 'user_id')
