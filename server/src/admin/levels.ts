import { type Sql, theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import { hasVerifiedFactor } from '@app/platform/identity/account.ts'
import { requireFreshProof } from '@app/platform/identity/flows/fresh-proof.ts'
import { authorise, isAssured } from '@app/platform/identity/sessions/authorise.ts'
import { withRaisedRefusals } from '@app/platform/limits/raised-refusal.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { AdminArea, AdminCaller } from './admin.ts'
import { type AuditLine, insertAuditLine } from './audit-table.ts'
import { factorMissing, factorNotUsed, notAdmin } from './errors.ts'
import { isAdminRole, lockAccounts } from './people-table.ts'

type Needs = Omit<AdminArea, 'feedbackIssues' | 'billing'>

/** An action as the audit log names it. */
export type Action = Pick<AuditLine, 'action' | 'subjectType' | 'subjectId' | 'details'> & {
  /** false: after success the audit line does not name the account. */
  keepsSubject?: boolean
}

/** Level R: an admin, neither banned nor deleted, who has used the second factor if one is set up. */
export async function requireAdmin({ db }: Pick<Needs, 'db'>, { member }: AdminCaller) {
  const { rows } = await db.ask<{ is_assured: boolean; is_admin: boolean }>(member, {
    text: 'select auth.is_assured() as is_assured, public.is_admin() as is_admin',
  })
  if (!rows[0]?.is_assured) throw factorNotUsed()
  if (!rows[0].is_admin) throw notAdmin()
}

/** Reads of level R run as the server, because row policies would prevent index searches. */
export async function readAsAdmin<T>(
  needs: Pick<Needs, 'db'>,
  caller: AdminCaller,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  await requireAdmin(needs, caller)
  return needs.db.as(theServer, work, { readOnly: true })
}

/** Level W: change and audit line share one transaction, which checks the caller's rights again. */
export const writeAsAdmin = <T>(
  needs: Needs,
  caller: AdminCaller,
  action: Action,
  work: (sql: Sql) => Promise<T>,
): Promise<T> =>
  recordingRefusal(needs, caller, action, async () => {
    await requireAdmin(needs, caller)
    return changeAsAdmin(needs, caller, action, work)
  })

/** Level D: also requires a proof from the last hour or a mailed code, and a second factor if configured. */
export const writeWithProof = <T>(
  needs: Needs,
  caller: AdminCaller,
  action: Action & { nonce: string | undefined },
  work: (sql: Sql) => Promise<T>,
): Promise<T> =>
  actWithProof(needs, caller, action, () => changeAsAdmin(needs, caller, action, work))

/** Level D for work that calls another server, which must happen outside transactions. The work records its own result. */
export const actWithProof = <T>(
  needs: Needs,
  caller: AdminCaller,
  action: Action & { nonce: string | undefined },
  work: () => Promise<T>,
): Promise<T> =>
  recordingRefusal(needs, caller, action, async () => {
    await requireProof(needs, caller, action.nonce)
    return work()
  })

/** The proof that level D requires before its change. */
export async function requireProof(needs: Needs, caller: AdminCaller, nonce: string | undefined) {
  await requireAdmin(needs, caller)
  if (caller.isProven) return
  await requireFactor(needs, caller)
  await requireFreshProof(needs.identity, signedInAs(caller), nonce)
}

const WRITES = { burst: 60, perSecond: 1 }

/**
 * Counts a write against the limit, and records an admin's refusal in a separate transaction. The limit is checked first and not recorded,
 * so that nobody can flood the log.
 */
export async function recordingRefusal<T>(
  { db, limits }: Pick<Needs, 'db' | 'limits'>,
  caller: AdminCaller,
  action: Action,
  work: () => Promise<T>,
): Promise<T> {
  await limits.take(`admin writes ${caller.member.id}`, WRITES)

  try {
    return await withRaisedRefusals(work())
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.status !== 429) {
      const details = { ...action.details, refused: error.code }
      await db.as(theServer, async (sql) => {
        if (await hasNoRight(sql, caller, error)) return
        await insertAuditLine(sql, caller, { ...action, details })
      })
    }
    throw error
  }
}

const REFUSAL_LINES = { burst: 1, perSecond: 1 / 3600 }

/**
 * Callers without the role are counted and leave one audit line an hour, so that they cannot hide admins'
 * actions.
 */
export async function countingRefusals<T>(
  { db, limits, countRefusal }: Pick<Needs, 'db' | 'limits' | 'countRefusal'>,
  caller: AdminCaller,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && (await hasNoRight(serverSql(db), caller, error))) {
      countRefusal(error.code)
      await oncePerHour(limits, caller, () =>
        db.as(theServer, (sql) => insertAuditLine(sql, caller, refusalLine(caller, error.code))),
      )
    }
    throw error
  }
}

const refusalLine = ({ member }: AdminCaller, refused: string): AuditLine => ({
  action: 'calls_refused',
  subjectType: 'user',
  subjectId: member.id,
  details: { refused },
})

async function oncePerHour(
  limits: RateLimits,
  { member }: AdminCaller,
  work: () => Promise<void>,
): Promise<void> {
  const isFirst = await limits.take(`admin refusals ${member.id}`, REFUSAL_LINES).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.status === 429) return false
      throw error
    },
  )
  if (isFirst) await work()
}

/** Admins who have not used the second factor still have the role, unlike members. */
async function hasNoRight(sql: Sql, { member }: AdminCaller, { code }: AppError): Promise<boolean> {
  if (code === 'not_admin') return true
  return code === 'insufficient_aal' && !(await isAdminRole(sql, member.id))
}

/** Both accounts are locked together, by id, so that two admins acting on each other cannot deadlock. */
export function changeAsAdmin<T>(
  needs: Needs,
  caller: AdminCaller,
  action: Action,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const subject = action.subjectType === 'user' && action.subjectId

  return needs.db.as(theServer, async (sql) => {
    await lockAccounts(sql, [caller.member.id, ...(subject ? [subject] : [])])
    const authorised = await authorise(sql, needs, signedInAs(caller))
    if (!isAssured(authorised)) throw factorNotUsed()
    if (!(await isAdminRole(sql, caller.member.id))) throw notAdmin()

    const result = await work(sql)
    const isKept = action.keepsSubject !== false
    await insertAuditLine(sql, caller, isKept ? action : { ...action, subjectId: null })
    return result
  })
}

async function requireFactor({ db, clock, requiresFactor }: Needs, caller: AdminCaller) {
  if (!requiresFactor) return
  const { account, session } = await db.as(theServer, (sql) =>
    authorise(sql, { clock }, signedInAs(caller)),
  )
  // A passkey verifies possession and its user, so its session needs no other factor.
  const isByPasskey = session?.amr.some(({ method }) => method === 'passkey') ?? false
  if (!isByPasskey && !hasVerifiedFactor(account)) throw factorMissing()
}

const signedInAs = ({ member: { id: userId, sessionId } }: AdminCaller) => ({ userId, sessionId })
