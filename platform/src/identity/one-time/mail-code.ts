import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import type { Identity } from '#identity/identity.ts'
import { type CodeKind, codeKinds, type VerificationType } from './code-kinds.ts'
import { linkValue, newCode, storedHash } from './codes.ts'
import { insertFlow, type Pkce } from './flow-state-table.ts'
import { verifyLink } from './link-address.ts'
import { putToken } from './one-time-tokens-table.ts'

type Needs = Pick<Identity, 'clock' | 'digests' | 'outbox' | 'settings'>

/** Where a used link redirects, and whether with a PKCE code. */
export type Redirect = { redirectTo: string; pkce: Pkce | null }

type Input = {
  account: Account
  kind: CodeKind
  address: string
  redirect: Redirect
  /** The session of a signed-in caller. */
  sessionId?: string | null
  /** An admin requested the mail, not the account's owner. */
  isFromAdmin?: boolean
}
type Issued = { code: string; link: string; type: VerificationType }

/** Queues a mail with a code and an equivalent link, each usable once. Callers have already applied the mail limits. */
export async function mailCode(sql: Sql, needs: Needs, input: Input): Promise<void> {
  const { code, link, type } = await issueCode(sql, needs, input)
  const { account, kind, address, redirect, isFromAdmin = false } = input

  const proof = {
    link: verifyLink({ token: link, type, redirectTo: redirect.redirectTo }),
    code,
    validForS: needs.settings.otpTtlS,
  }
  const envelope = { to: address, language: account.language, key: `${kind} ${randomUUID()}` }
  const newEmail = account.email_change ?? ''
  if (kind === 'email_change_new' || kind === 'email_change_current') {
    await needs.outbox.queue(sql, { ...envelope, template: kind, params: { ...proof, newEmail } })
  } else if (kind === 'recovery') {
    await needs.outbox.queue(sql, {
      ...envelope,
      template: kind,
      params: { ...proof, isFromAdmin },
    })
  } else {
    await needs.outbox.queue(sql, {
      ...envelope,
      template: codeKinds[kind].template,
      params: proof,
    })
  }
}

/** Creates a code and its link's token, for a mail or for an admin who delivers them. */
export async function issueCode(
  sql: Sql,
  needs: Pick<Needs, 'clock' | 'digests'>,
  { account, kind, address, redirect, sessionId = null }: Input,
): Promise<Issued> {
  const now = needs.clock.now()
  const { slot, type, sentAt } = codeKinds[kind]
  const code = newCode()
  const link = linkValue(needs, { slot, address, code }, redirect.pkce !== null)

  await putToken(sql, {
    userId: account.id,
    slot,
    hash: storedHash(link),
    relatesTo: address,
    now,
  })
  await updateUser(sql, account.id, now, { [sentAt]: now })
  if (redirect.pkce) {
    await insertFlow(sql, {
      userId: account.id,
      sessionId,
      method: type,
      provider: 'email',
      pkce: redirect.pkce,
      now,
    })
  }
  return { code, link, type }
}
