import * as z from 'zod/mini'
import { isUuid } from '#db/uuid.ts'
import { createUser } from '#identity/admin/create-user.ts'
import { deleteUserByAdmin } from '#identity/admin/delete-user.ts'
import { notAnId } from '#identity/admin/errors.ts'
import { getUser } from '#identity/admin/get-user.ts'
import { listUsers } from '#identity/admin/list-users.ts'
import { updateUserByAdmin } from '#identity/admin/update-user.ts'
import { validationFailed } from '#identity/errors.ts'
import type { AuthContext, Route } from './auth-needs.ts'
import { text } from './fields.ts'
import { readPaging, tellPaging } from './pagination.ts'
import { readBody } from './read-body.ts'
import { clientOf, requireAdmin } from './speaker.ts'

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
const createBody = z.object({ ...attributes, id: text })
const updateBody = z.object(attributes)
const deleteBody = z.object({ should_soft_delete: z._default(z.boolean(), false) })

export const postAdminUsers: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const body = await readBody(c, createBody)
  if (body.id && !isUuid(body.id)) throw validationFailed('ID must conform to the uuid v4 format')

  return c.json(await createUser(needs.identity, body, clientOf(c)))
}

export const getAdminUsers: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const paging = readPaging(c)
  const { users, total } = await listUsers(needs.identity, {
    filter: c.req.query('filter') ?? '',
    sort: c.req.query('sort') ?? '',
    page: paging,
  })

  tellPaging(c, '/admin/users', paging, total)
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

function userIdOf(c: AuthContext): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw notAnId('user_id')

  return id
}
