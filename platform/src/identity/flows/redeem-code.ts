import type { SessionJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import { acceptProof } from '#identity/addresses/accept-proof.ts'
import { recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { countCodeGuess, forgetCodeGuesses } from '#identity/one-time/code-guesses.ts'
import { slotsOf, type VerificationType } from '#identity/one-time/code-kinds.ts'
import { codeExpired } from '#identity/one-time/errors.ts'
import { findProofByCode } from '#identity/one-time/find-proof.ts'
import { presentingSession, sessionByProof } from '#identity/sessions/presenting-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'

export type CodePresented = { type: VerificationType; address: string; code: string }

/** The client that presents a proof, and its session if known. */
export type Presenter = { client: Client; sessionId: string | null }

/** Exchanges a code for a session; null while the other mailbox still has to confirm. */
export async function redeemCode(
  needs: Identity,
  presented: CodePresented,
  { client, sessionId }: Presenter,
): Promise<SessionJson | null> {
  const event = {
    action: 'login',
    actor: { email: presented.address },
    client,
    traits: { provider: presented.type },
  } as const

  return recordingRefusal(needs, event, async () => {
    // A wrong guess is counted in the transaction, so the refusal is thrown after the commit.
    const redeemed = await needs.db.as(theServer, (sql) =>
      redeem(sql, needs, presented, { client, sessionId }),
    )
    if (redeemed === 'wrong') throw codeExpired()

    return redeemed && sessionReply(needs, redeemed)
  })
}

async function redeem(
  sql: Sql,
  needs: Identity,
  presented: CodePresented,
  { client, sessionId }: Presenter,
) {
  const { type, address, code } = presented
  const guess = await countCodeGuess(sql, needs, address, client)

  const proof = await findProofByCode(sql, needs, { slots: slotsOf[type], address, code })
  if (!proof) return 'wrong'

  await forgetCodeGuesses(sql, needs, guess)
  const keepSession = await presentingSession(sql, needs, proof.account, sessionId)
  const accepted = await acceptProof(sql, needs, { ...proof, type, client, keepSession })
  return accepted && sessionByProof(sql, needs, { account: accepted, keepSession, client })
}
