import { listAudit } from '#identity/admin/list-audit.ts'
import type { Route } from './auth-needs.ts'
import { readPaging, tellPaging } from './pagination.ts'
import { requireAdmin } from './speaker.ts'

export const getAdminAudit: Route = (needs) => async (c) => {
  await requireAdmin(needs, c)
  const paging = readPaging(c)
  const { entries, total } = await listAudit(needs.identity, c.req.query('query') ?? '', paging)

  tellPaging(c, '/admin/audit', paging, total)
  return c.json(entries)
}
