import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import type { Identity } from '#identity/identity.ts'
import { type CodeKind, codeKinds, type VerificationType } from './code-kinds.ts'
import { linkValue, newCode, storedHash } from './codes.ts'
import { insertFlow, type Pkce } from './flow-state-table.ts'
import { verifyPlace } from './link-address.ts'
import { putToken } from './one-time-tokens-table.ts'

type Needs = Pick<Identity, 'clock' | 'digests' | 'outbox' | 'settings'>

/** How the owner of the mailbox comes back to whoever asked. */
export type WayBack = { redirectTo: string; pkce: Pkce | null }

type Wish = {
  account: Account
  kind: CodeKind
  address: string
  wayBack: WayBack
  /** Of whoever asked, if they are signed in. */
  sessionId?: string | null
}
type Issued = { code: string; link: string; type: VerificationType }

/** Mails a code and a link that do the same, once. Sent when the transaction is. Whoever asked has had his turn. */
export async function mailCode(sql: Sql, needs: Needs, wish: Wish): Promise<void> {
  const { code, link, type } = await issueCode(sql, needs, wish)
  const { account, kind, address, wayBack } = wish

  const proof = {
    link: verifyPlace({ token: link, type, redirectTo: wayBack.redirectTo }),
    code,
    validForS: needs.settings.otpTtlS,
  }
  const envelope = { to: address, language: account.language, key: `${kind} ${randomUUID()}` }
  const newEmail = account.email_change ?? ''
  await needs.outbox.queue(
    sql,
    kind === 'email_change_new' || kind === 'email_change_current'
      ? { ...envelope, template: kind, params: { ...proof, newEmail } }
      : { ...envelope, template: codeKinds[kind].template, params: proof },
  )
}

/** The code and the value of its link, for a mail or for an admin who sends them himself. */
export async function issueCode(
  sql: Sql,
  needs: Pick<Needs, 'clock' | 'digests'>,
  { account, kind, address, wayBack, sessionId = null }: Wish,
): Promise<Issued> {
  const now = needs.clock.now()
  const { slot, type, sentAt } = codeKinds[kind]
  const code = newCode()
  const link = linkValue(needs, { slot, address, code }, wayBack.pkce !== null)

  await putToken(sql, {
    userId: account.id,
    slot,
    hash: storedHash(link),
    relatesTo: address,
    now,
  })
  await updateUser(sql, account.id, now, { [sentAt]: now })
  if (wayBack.pkce) {
    await insertFlow(sql, {
      userId: account.id,
      sessionId,
      method: type,
      provider: 'email',
      pkce: wayBack.pkce,
      now,
    })
  }
  return { code, link, type }
}
