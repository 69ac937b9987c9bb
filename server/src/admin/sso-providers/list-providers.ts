import type { SsoProvidersFilter, SsoProvidersReply } from '@app/contract/admin-sso'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { readCursor } from '#admin/cursor.ts'
import { readAsAdmin } from '#admin/levels.ts'
import { iso, pageOf } from '#admin/list-pages.ts'
import { asMapping } from './mapping.ts'
import { countProviders, listProviderRows, type ProviderRow } from './providers-table.ts'

/** Answers also while SAML is off, so that an admin may prepare, and read how it is switched on. */
export async function listProviders(
  needs: Pick<AdminArea, 'db' | 'identity'>,
  caller: AdminCaller,
  filter: SsoProvidersFilter,
): Promise<SsoProvidersReply> {
  const { saml } = needs.identity

  return readAsAdmin(needs, caller, async (sql) => ({
    serviceProvider: saml && {
      entityId: saml.entityId,
      acsUrl: saml.acsUrl,
      certificates: [...saml.certificates],
    },
    ...pageOf(
      await listProviderRows(sql, filter, readCursor(filter.after)),
      await countProviders(sql, filter),
      asLine,
    ),
  }))
}

const asLine = ({ id, domains, users, ...row }: ProviderRow & { key: string }) => ({
  id,
  domains,
  users,
  entityId: row.entity_id,
  isDisabled: row.disabled,
  resourceId: row.resource_id,
  metadataUrl: row.metadata_url,
  mapping: asMapping(row.attribute_mapping),
  nameIdFormat: row.name_id_format,
  metadataEndsAt: iso(row.metadata_ends_at),
  metadataFetchedAt: iso(row.metadata_fetched_at),
  metadataFailure: row.metadata_failure,
  createdAt: row.created_at.toISOString(),
})
