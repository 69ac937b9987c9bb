import { randomBytes, randomUUID } from 'node:crypto'
import type { StartPrivateImportReply } from '@app/contract/private-import-replies'
import type { StartPrivateImportBody } from '@app/contract/private-imports'
import { type Sql, theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import type { Limit } from '@app/platform/limits/limit.ts'
import { raisedRefusal } from '@app/platform/limits/raised-refusal.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { isBranchName } from '@app/sync/branch-name'
import { sendJob } from '#jobs/job-kinds.ts'
import type { Github } from '#outside/github/github.ts'
import {
  branchInvalid,
  cloneNotDeletable,
  importRunning,
  installationMissing,
  startRefused,
  tooManyImports,
} from './errors.ts'
import { openImportEngine } from './import-engine.ts'
import { findRunning, insertImport } from './imports-table.ts'
import { githubOf, type PrivateImports } from './private-imports.ts'

const LIMIT: Limit = { burst: 10, perSecond: 10 / 3600 }
/** Below a function's time limit. */
const GITHUB_LIMIT_MS = 15_000

/** Runs all checks that need no copy, and queues the import. */
export async function startImport(
  needs: PrivateImports,
  member: Member,
  { fullName, branch = null }: StartPrivateImportBody,
): Promise<StartPrivateImportReply> {
  if (branch !== null && !isBranchName(branch)) throw branchInvalid()
  await needs.db.as(theServer, (sql) => admit(needs, sql, member))
  const github = githubOf(needs)

  try {
    const place = await placeOf(needs, github, member.id)
    const source = await measure(needs, github, member.id, fullName, branch)
    return await needs.db.as(theServer, (sql) => insert(sql, member, { ...place, ...source }))
  } catch (error) {
    throw startRefused(error)
  }
}

async function admit({ limits }: PrivateImports, sql: Sql, member: Member): Promise<void> {
  await requireSignedIn(sql, member)
  const running = await findRunning(sql, member.id)
  if (running) throw importRunning(running)
  await limits.takeIn(sql, `private imports ${member.id}`, LIMIT, tooManyImports)
}

/** Uses the database's own rule, in the transaction that depends on it. */
export async function requirePro(sql: Sql, userId: string): Promise<void> {
  try {
    await sql.query('select app.require_pro($1)', [userId])
  } catch (error) {
    throw raisedRefusal(error) ?? error
  }
}

/** A refused token is renewed, otherwise the connection's own refusal is thrown. */
async function placeOf(needs: PrivateImports, github: Github, userId: string) {
  const { accessToken } = await needs.connectionOf(userId, { check: false })
  try {
    return await ownPlace(github, accessToken)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure !== 'token_refused') throw error
    return ownPlace(github, (await needs.connectionOf(userId, { check: true })).accessToken)
  }
}

/** Copies go into the member's own account, because organisations may forbid deletion. */
async function ownPlace(github: Github, accessToken: string) {
  const [{ id, login }, listed] = await Promise.all([
    github.userOf(accessToken),
    github.installationsOf(accessToken),
  ])
  const installations = listed.filter(({ suspension }) => !suspension)
  if (installations.length === 0) throw installationMissing(login, github.installUrl(''))
  const own = installations.find(({ accountId }) => accountId === id)
  if (!own?.canAdminister) throw cloneNotDeletable()

  return { installationId: own.id, githubUserId: id, copy: `${login}/${newName()}` }
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Does not reveal the private name, and cannot be guessed. */
const newName = () => `ferry-${Array.from(randomBytes(26), (byte) => BASE32[byte % 32]).join('')}`

async function measure(
  needs: PrivateImports,
  github: Github,
  userId: string,
  fullName: string,
  branch: string | null,
) {
  const [owner = '', name = ''] = fullName.split('/')
  const engine = openImportEngine(github.syncSettings, {
    token: async (refused) => {
      const { accessToken } = await needs.connectionOf(userId, { check: refused !== undefined })
      return accessToken
    },
    signal: AbortSignal.timeout(GITHUB_LIMIT_MS),
    searchLimitMs: needs.searchLimitMs,
  })
  try {
    const { repository, isDefault, ...measured } = await engine.measure({ owner, name, branch })
    return {
      source: `${repository.owner}/${repository.name}`,
      branch: measured.branch,
      needsPro: !isDefault,
    }
  } finally {
    await engine.close()
  }
}

type Wanted = Omit<Parameters<typeof insertImport>[1], 'id' | 'userId'>

/** The row and the deletion job exist before the repository. */
async function insert(sql: Sql, member: Member, wanted: Wanted): Promise<StartPrivateImportReply> {
  await requireSignedIn(sql, member)
  if (wanted.needsPro) await requirePro(sql, member.id)
  const cloneId = randomUUID()
  const deleteAt = await insertImport(sql, { id: cloneId, userId: member.id, ...wanted })
  if (!deleteAt) throw importRunning((await findRunning(sql, member.id)) ?? cloneId)

  await sendJob(sql, 'import-private', { cloneId })
  await sendJob(sql, 'delete-clone', { cloneId }, { after: deleteAt })
  return { cloneId }
}
