import { serverSql } from '#db/server-sql.ts'
import type { Identity } from '#identity/identity.ts'
import { type ChallengePurpose, readChallenge } from '#identity/webauthn/challenge.ts'
import { useChallenge } from '#identity/webauthn/challenges-table.ts'
import { answeredChallenge } from '#identity/webauthn/credential.ts'
import { challengeExpired, challengeNotFound, verificationFailed } from './errors.ts'

type Answer = { challengeId: string; clientDataJSON: string }

/**
 * Returns the challenge that was answered, which can be used only once. This is committed before the answer is looked at, so that a failed
 * answer uses its challenge too.
 */
export async function spendChallenge(
  needs: Pick<Identity, 'db' | 'clock' | 'digests'>,
  { challengeId, clientDataJSON }: Answer,
  bound: { purpose: ChallengePurpose; userId: string | null },
): Promise<string> {
  const text = answeredChallenge(clientDataJSON)
  if (text === null) throw verificationFailed()

  const challenge = readChallenge(needs, text, bound)
  if (challenge?.id !== challengeId) throw challengeNotFound()
  if (challenge.expiresAt <= needs.clock.now()) throw challengeExpired()
  if (!(await useChallenge(serverSql(needs.db), challenge))) throw challengeNotFound()
  return text
}
