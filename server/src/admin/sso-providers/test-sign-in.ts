import type { AdminSsoBody, SsoTestBegun, SsoTestReply } from '@app/contract/admin-sso'
import { beginSsoTest, readSsoTest } from '@app/platform/identity/sso/test-sign-in.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { requireAdmin, writeAsAdmin } from '#admin/levels.ts'

type Body<Name> = Extract<AdminSsoBody, { action: Name }>

/** It leads to the provider, and from there back to the admin's page. */
export async function beginTest(
  needs: AdminArea,
  caller: AdminCaller,
  { id }: Body<'begin_test'>,
): Promise<SsoTestBegun> {
  const { siteUrl } = needs.identity.settings
  const page = `${siteUrl}/admin/sso?open=${id}`
  const action = {
    action: 'sso_provider_tested',
    subjectType: 'sso_provider',
    subjectId: id,
  } as const

  return writeAsAdmin(needs, caller, action, (sql) => beginSsoTest(sql, needs.identity, id, page))
}

export async function readTest(
  needs: AdminArea,
  caller: AdminCaller,
  { id, testId }: Body<'test'>,
): Promise<SsoTestReply> {
  await requireAdmin(needs, caller)

  return { report: await readSsoTest(needs.identity, id, testId) }
}
