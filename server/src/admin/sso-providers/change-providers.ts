import { randomUUID } from 'node:crypto'
import type { AdminSsoBody, SsoCreatedReply, SsoProviderText } from '@app/contract/admin-sso'
import type { Sql } from '@app/platform/db/database.ts'
import { renewMetadata } from '@app/platform/identity/sso/fetch-metadata.ts'
import {
  changeProvider,
  createProvider,
  findNamed,
  type ReadProvider,
  readProvider,
  removeProvider,
} from '@app/platform/identity/sso/manage-providers.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { ssoProviderEnabled } from '#admin/errors.ts'
import {
  type Action,
  actWithProof,
  changeAsAdmin,
  writeAsAdmin,
  writeWithProof,
} from '#admin/levels.ts'
import { attributeMapping } from './mapping.ts'

type Body<Name> = Extract<AdminSsoBody, { action: Name }>

/** A provider signs people in, so each change needs a proof. */
export async function addProvider(
  needs: AdminArea,
  caller: AdminCaller,
  { nonce, ...text }: Body<'create'>,
): Promise<SsoCreatedReply> {
  const id = randomUUID()
  const action = actionOf('created', id, { domains: text.domains.join(' ') })
  await change(needs, caller, { action, nonce, text }, (sql, read) =>
    createProvider(sql, needs, id, read, adminOf(caller)),
  )

  return { id }
}

export const editProvider = (
  needs: AdminArea,
  caller: AdminCaller,
  { id, nonce, ...text }: Body<'update'>,
): Promise<unknown> => {
  const action = actionOf('updated', id, { domains: text.domains.join(' ') })

  return change(needs, caller, { action, nonce, text }, (sql, read) =>
    changeProvider(sql, needs, id, read, adminOf(caller)),
  )
}

/** Disabling ends the sessions that it opened. */
export const setProviderDisabled = (
  needs: AdminArea,
  caller: AdminCaller,
  { id, isDisabled, nonce }: Body<'set_disabled'>,
): Promise<unknown> =>
  writeWithProof(
    needs,
    caller,
    { ...actionOf(isDisabled ? 'disabled' : 'enabled', id), nonce },
    async (sql) => {
      const read = await readProvider(needs.identity, { disabled: isDisabled })
      return changeProvider(sql, needs, id, read, adminOf(caller))
    },
  )

export const deleteProvider = (
  needs: AdminArea,
  caller: AdminCaller,
  { id, nonce }: Body<'delete'>,
): Promise<unknown> =>
  writeWithProof(needs, caller, { ...actionOf('deleted', id), nonce }, async (sql) => {
    const found = await findNamed(sql, id)
    if (!found.disabled) throw ssoProviderEnabled()

    return removeProvider(sql, needs, found, adminOf(caller))
  })

/** From the address that an admin has set before. The line is written first, because the fetch is no transaction's. */
export async function fetchMetadataNow(
  needs: AdminArea,
  caller: AdminCaller,
  { id }: Body<'fetch_metadata'>,
): Promise<void> {
  const found = await writeAsAdmin(needs, caller, actionOf('metadata_fetched', id), (sql) =>
    findNamed(sql, id),
  )

  await renewMetadata(needs.identity, found)
}

type Change = {
  action: Action
  nonce: string | undefined
  text: Omit<SsoProviderText, 'action'>
}

/** Metadata is fetched after the proof and before the transaction. */
const change = <T>(
  needs: AdminArea,
  caller: AdminCaller,
  { action, nonce, text }: Change,
  work: (sql: Sql, read: ReadProvider) => Promise<T>,
): Promise<T> =>
  actWithProof(needs, caller, { ...action, nonce }, async () => {
    const read = await readProvider(needs.identity, inputOf(text))
    return changeAsAdmin(needs, caller, action, (sql) => work(sql, read))
  })

const inputOf = ({ metadataUrl, metadataXml, domains, mapping, ...text }: SsoProviderText) => ({
  metadata_url: metadataUrl,
  metadata_xml: metadataXml,
  domains,
  attribute_mapping: attributeMapping(mapping),
  name_id_format: text.nameIdFormat,
  resource_id: text.resourceId || null,
})

const actionOf = (name: string, id: string, details?: Record<string, string>): Action => ({
  action: `sso_provider_${name}`,
  subjectType: 'sso_provider',
  subjectId: id,
  ...(details && { details }),
})

const adminOf = ({ member: { id, email }, client }: AdminCaller) => ({
  actor: { id, email },
  client,
})
