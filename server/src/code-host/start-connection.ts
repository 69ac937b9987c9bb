import { randomBytes } from 'node:crypto'
import type { StartGithubConnectionReply } from '@app/contract/github-replies'
import { theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import { beginAttempt } from '@app/platform/outside/sign-in-provider.ts'
import { callbackAddress } from './callback-address.ts'
import { type CodeHost, githubOf } from './code-host.ts'
import { hashOf, sealVerifier } from './connection-state.ts'
import { insertState } from './states-table.ts'

type Needs = Pick<CodeHost, 'db' | 'keyring' | 'github' | 'siteUrl'>

/** Stores the state of a new connection and returns the URL for the browser. */
export async function startConnection(
  needs: Needs,
  member: Member,
): Promise<StartGithubConnectionReply> {
  const github = githubOf(needs)
  const state = randomBytes(32).toString('base64url')
  const attempt = beginAttempt({ state, redirectUri: callbackAddress(needs) })
  const hash = hashOf(state)

  await needs.db.as(theServer, async (sql) => {
    await requireSignedIn(sql, member)
    await insertState(sql, {
      hash,
      userId: member.id,
      verifierSealed: sealVerifier(needs, hash, attempt.codeVerifier),
    })
  })
  return {
    url: github.authorizeUrl(attempt, {}),
    state,
    installUrl: github.installUrl(state),
  }
}
