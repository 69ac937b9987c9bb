import type { OAuthClientsFilter, OAuthClientsReply } from '@app/contract/admin-oauth'
import { issuerOf } from '@app/platform/identity/settings.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { readCursor } from '#admin/cursor.ts'
import { readAsAdmin } from '#admin/levels.ts'
import { pageOf } from '#admin/list-pages.ts'
import { type ClientRow, countClients, listClientRows } from './clients-table.ts'

/** Answers also while the OAuth server is off, so that the page can say how it is switched on. */
export async function listClients(
  needs: Pick<AdminArea, 'db' | 'identity'>,
  caller: AdminCaller,
  filter: OAuthClientsFilter,
): Promise<OAuthClientsReply> {
  const { settings } = needs.identity

  return readAsAdmin(needs, caller, async (sql) => ({
    isEnabled: settings.oauthServerEnabled,
    issuer: issuerOf(settings),
    ...pageOf(
      await listClientRows(sql, filter, readCursor(filter.after)),
      await countClients(sql, filter),
      asLine,
    ),
  }))
}

const asLine = ({ id, name, uri, members, ...row }: ClientRow & { key: string }) => ({
  id,
  name,
  uri,
  members,
  redirectUris: row.redirect_uris,
  isFirstParty: row.is_first_party,
  isPublic: row.is_public,
  isDynamic: row.is_dynamic,
  createdAt: row.created_at.toISOString(),
})
