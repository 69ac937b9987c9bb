import type {
  RecheckReply,
  RepositoriesReply,
  RepositoryResult,
  ResultCounts,
} from '@app/contract/admin-operations-replies'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import type { AdminArea, AdminCaller, MemberGithub } from '#admin/admin.ts'
import { githubFailure, githubLimit, githubUnavailable, userNotFound } from '#admin/errors.ts'
import { changeAsAdmin, recordingRefusal, requireAdmin } from '#admin/levels.ts'
import { findMember, type LinkedRepository, lastCheckOf, linkedTo } from './repositories-table.ts'

const MOST = 200
/** The number of the member's hourly calls reserved for their own extension. */
const LEFT_FOR_MEMBER = 1000
/** Shorter than a function's time limit. */
const TIME_LIMIT_MS = 18_000
const AT_ONCE = 5

export async function findRepositories(
  needs: Pick<AdminArea, 'db'>,
  caller: AdminCaller,
  words: string,
): Promise<RepositoriesReply> {
  await requireAdmin(needs, caller)
  const sql = serverSql(needs.db)
  const member = await findMember(sql, words.trim().toLowerCase())
  if (!member) throw userNotFound()

  return { member, lastCheck: await lastCheckOf(sql, member.id) }
}

type Checked = { link: LinkedRepository; result: RepositoryResult }

/** Checks a member's linked repositories at GitHub, with their own token. It changes nothing. */
export function recheckRepositories(
  needs: AdminArea,
  caller: AdminCaller,
  userId: string,
): Promise<RecheckReply> {
  const action = { action: 'repositories_checked', subjectType: 'user', subjectId: userId } as const

  return recordingRefusal(needs, caller, action, async () => {
    await requireAdmin(needs, caller)
    const links = await linkedTo(serverSql(needs.db), userId)
    const checked = await checkAll(await needs.githubOf(userId), links.slice(0, MOST)).catch(
      (error: unknown) => {
        throw githubFailure(error)
      },
    )
    const counts = countsOf(checked, links.length)
    await changeAsAdmin(needs, caller, { ...action, details: counts }, async () => {})

    return {
      counts,
      items: checked.map(({ link, result }) => ({ repository: link.repository, result })),
    }
  })
}

async function checkAll(
  member: MemberGithub,
  links: readonly LinkedRepository[],
): Promise<Checked[]> {
  const began = performance.now()
  const spare = (await member.github.callsLeft(member.accessToken)) - LEFT_FOR_MEMBER
  if (spare <= 0 && links.length > 0) throw githubLimit(new Error('The member needs the rest'))
  const due = links.slice(0, spare)
  const checked: Checked[] = []
  let failure: unknown = null

  for (let at = 0; at < due.length; at += AT_ONCE) {
    if (performance.now() - began > TIME_LIMIT_MS) break
    const answers = await Promise.allSettled(
      due.slice(at, at + AT_ONCE).map((link) => check(member, link)),
    )
    for (const answer of answers) {
      if (answer.status === 'fulfilled') checked.push(answer.value)
      else failure = stopsAll(answer.reason)
    }
  }
  if (checked.length === 0 && failure !== null) throw githubUnavailable(failure)

  return checked
}

/** A repository without an answer is skipped; a refused token or rate limit ends the check. */
function stopsAll(error: unknown): unknown {
  if (error instanceof ProviderError && error.failure === 'unavailable') return error
  throw error
}

async function check(
  { github, accessToken }: MemberGithub,
  link: LinkedRepository,
): Promise<Checked> {
  const found = await github.repository(accessToken, link.repository)
  if (found.kind === 'missing') return { link, result: 'gone' }
  if (found.kind === 'refused') return { link, result: 'no_access' }

  return { link, result: found.isPrivate === link.is_private ? 'fine' : 'privacy_changed' }
}

function countsOf(checked: readonly Checked[], all: number): ResultCounts {
  const of = (wanted: RepositoryResult) => checked.filter(({ result }) => result === wanted).length

  return {
    fine: of('fine'),
    gone: of('gone'),
    privacy_changed: of('privacy_changed'),
    no_access: of('no_access'),
    left_out: all - checked.length,
  }
}
