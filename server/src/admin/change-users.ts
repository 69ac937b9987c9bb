import type { AdminBulkReply, AdminUsersAction } from '@app/contract/admin-users'
import { AppError } from '@app/platform/errors/app-error.ts'
import type { AdminArea, AdminCaller } from './admin.ts'
import { banUser, confirmUser, NAMES, sendReset, signOutUser } from './change-user.ts'
import { recordingRefusal, requireAdmin, requireProof } from './levels.ts'

type Bulk = AdminUsersAction<'bulk'>

/** Changes several users, with a result for each: a refusal for one does not stop the others. */
export async function changeUsers(
  needs: AdminArea,
  caller: AdminCaller,
  { userIds, change, nonce }: Bulk,
): Promise<AdminBulkReply> {
  const proven = await admitted(needs, caller, { userIds, change, nonce })
  const items: AdminBulkReply['items'] = []
  for (const userId of userIds) {
    items.push({ userId, ...(await outcome(changeOne(needs, proven, userId, change))) })
  }

  return { items }
}

/** A mailed code is valid for one call, so the proof is checked here and not per user. */
async function admitted(
  needs: AdminArea,
  caller: AdminCaller,
  { userIds, change, nonce }: Omit<Bulk, 'action'>,
): Promise<AdminCaller> {
  if (change.action === 'confirm' || change.action === 'send_reset') {
    await requireAdmin(needs, caller)
    return caller
  }

  const about = {
    subjectType: 'user',
    subjectId: null,
    details: { count: userIds.length },
  } as const
  await recordingRefusal(needs, caller, { action: NAMES[change.action], ...about }, () =>
    requireProof(needs, caller, nonce),
  )
  return { ...caller, isProven: true }
}

function changeOne(
  needs: AdminArea,
  caller: AdminCaller,
  userId: string,
  change: Bulk['change'],
): Promise<unknown> {
  switch (change.action) {
    case 'confirm':
      return confirmUser(needs, caller, { ...change, userId })
    case 'send_reset':
      return sendReset(needs, caller, { ...change, userId })
    case 'sign_out':
      return signOutUser(needs, caller, { ...change, userId })
    case 'ban':
      return banUser(needs, caller, { ...change, userId })
  }
}

/** Only refusals become results; a bug fails the whole call. */
async function outcome(change: Promise<unknown>) {
  try {
    return { code: null, error: null, removedPassword: removesPassword(await change) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error

    return { code: error.code, error: error.message, removedPassword: false }
  }
}

const removesPassword = (result: unknown) =>
  typeof result === 'object' && result !== null && 'removedPassword' in result
    ? result.removedPassword === true
    : false
