import type { GithubAppAuthReply } from '@app/contract/github-replies'
import { theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { beginAttempt } from '@app/platform/outside/sign-in-provider.ts'
import { webAddress } from '@app/platform/outside/web-address.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import type { Github } from '#outside/github/github.ts'
import { callbackAddress } from './callback-address.ts'
import { chooseInstallation } from './choose-installation.ts'
import { type CodeHost, githubOf } from './code-host.ts'
import { hashOf, openVerifier } from './connection-state.ts'
import { upsertConnection } from './connections-table.ts'
import { codeRequired, connectingFailed, stateInvalid } from './errors.ts'
import { noteConnected } from './note-connected.ts'
import { sealTokens } from './sealed-tokens.ts'
import { claimState } from './states-table.ts'

type Needs = Pick<CodeHost, 'db' | 'keyring' | 'github' | 'siteUrl'>

export type Answered = {
  code: string | null | undefined
  state: string | null | undefined
  /** The installation that the browser claims. */
  installationId: number | null
}

/**
 * Exchanges the code for tokens. The state is consumed first. Its verifier never left the server, so a code issued to another session is useless.
 */
export async function finishConnection(
  needs: Needs,
  member: Member,
  { code, state, installationId: claimed }: Answered,
): Promise<GithubAppAuthReply> {
  const github = githubOf(needs)
  if (!code) throw codeRequired()
  const codeVerifier = await spendState(needs, member, state)

  const attempt = {
    ...beginAttempt({ state: '', redirectUri: callbackAddress(needs) }),
    codeVerifier,
  }
  const { tokens, user, installations } = await fetchAccount(github, () =>
    github.exchangeCode(attempt, code),
  ).catch(connectingFailed)
  const installationId = chooseInstallation(installations, { githubUserId: user.id, claimed })
  const avatarUrl = webAddress(user.avatar_url)

  await needs.db.as(theServer, async (sql) => {
    // The calls to GitHub take time, so the session may have ended.
    await requireSignedIn(sql, member)
    await upsertConnection(sql, {
      userId: member.id,
      githubUserId: user.id,
      username: user.login,
      avatarUrl,
      scopes: tokens.scopes,
      installationId,
      githubApp: github.clientId,
      ...sealTokens(needs, member.id, tokens),
    })
    await noteConnected(sql, { userId: member.id, githubUserId: user.id })
    if (avatarUrl !== null) await sendJob(sql, 'copy-picture', { userId: member.id })
  })
  return {
    success: true,
    github_username: user.login,
    avatar_url: avatarUrl,
    scopes: tokens.scopes,
    installation_id: installationId,
    installation_found: installationId !== null,
  }
}

async function spendState(
  needs: Needs,
  member: Member,
  state: string | null | undefined,
): Promise<string> {
  if (!state) throw stateInvalid()
  const hash = hashOf(state)
  const sealed = await claimState(serverSql(needs.db), hash, member.id)
  if (sealed === null) throw stateInvalid()

  return openVerifier(needs, hash, sealed)
}

/** The GitHub user, and the app's installations for them. */
async function fetchAccount(github: Github, exchange: () => ReturnType<Github['exchangeCode']>) {
  const tokens = await exchange()
  const [user, installations] = await Promise.all([
    github.userOf(tokens.accessToken),
    github.installationsOf(tokens.accessToken),
  ])

  return { tokens, user, installations }
}
