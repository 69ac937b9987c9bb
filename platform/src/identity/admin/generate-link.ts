import type { Metadata, UserJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { createAccount, loadAccount } from '#identity/accounts/create-account.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { retryIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { replaceByAdmin } from '#identity/accounts/unverified-credentials.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { record, recordingRefusal, theService } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { emailExists, userNotFound, validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { CodeKind } from '#identity/one-time/code-kinds.ts'
import { verifyAddress } from '#identity/one-time/link-address.ts'
import { issueCode } from '#identity/one-time/mail-code.ts'
import { refuseWeak } from '#identity/passwords/password-policy.ts'

export const linkTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const

export type LinkInput = {
  type: (typeof linkTypes)[number]
  email: string
  newEmail: string | undefined
  password: string | undefined
  data: Metadata
  redirectTo: string
  client: Client
}

export type LinkReply = UserJson & {
  action_link: string
  email_otp: string
  hashed_token: string
  verification_type: string
  redirect_to: string
}

/** Returns the link and code, without mailing them, for an admin who delivers them. */
export const generateLink = (needs: Identity, input: LinkInput): Promise<LinkReply> =>
  recordingRefusal(
    needs,
    {
      action: 'user_link_generated',
      actor: theService,
      client: input.client,
      traits: { type: input.type },
    },
    () => generate(needs, input),
  )

async function generate(needs: Identity, input: LinkInput): Promise<LinkReply> {
  const email = normaliseEmail(input.email)
  const newEmail = input.newEmail ? normaliseEmail(input.newEmail) : undefined
  if (input.type === 'signup') {
    if (!input.password) throw validationFailed('Signup requires a valid password')
    await refuseWeak(needs, input.password)
  }
  const passwordHash = input.password ? await needs.hasher.hash(input.password) : null

  return retryIfTaken(() =>
    needs.db.as(theServer, async (sql) => {
      const found = await lockAccount(sql, 'email', email)
      const kind = kindFor(input.type, found)
      let account =
        found ?? (await createAccount(sql, needs, { email, data: input.data, passwordHash }))
      if (found && isForNewUsers(kind)) {
        const entered = { raw_user_meta_data: input.data, encrypted_password: passwordHash }
        account = await replaceByAdmin(sql, needs, found, entered)
      }
      const address = await prepare(sql, needs, account, kind, newEmail)

      const redirect = { redirectTo: input.redirectTo, pkce: null }
      const { code, link, type } = await issueCode(sql, needs, { account, kind, address, redirect })
      await record(sql, needs, {
        action: 'user_link_generated',
        actor: theService,
        client: input.client,
        traits: { user_id: account.id, type: kind },
      })
      return {
        ...userJson(await loadAccount(sql, account.id)),
        action_link: verifyAddress(needs.settings.apiUrl, {
          token: link,
          type,
          redirectTo: input.redirectTo,
        }),
        email_otp: code,
        hashed_token: link,
        verification_type: kind,
        redirect_to: input.redirectTo,
      }
    }),
  )
}

/** Recovery and address changes need an existing account; a magic link may create one. */
function kindFor(type: LinkInput['type'], account: Account | null): CodeKind {
  if (!account) {
    if (isForNewUsers(type)) return type
    if (type === 'magiclink') return 'signup'
    throw userNotFound()
  }
  if (isForNewUsers(type) && account.email_confirmed_at) throw emailExists()

  return type
}

const isForNewUsers = (kind: CodeKind) => kind === 'signup' || kind === 'invite'

/** The address the code is for. */
async function prepare(
  sql: Sql,
  { clock }: Identity,
  { id, email, email_change }: Account,
  kind: CodeKind,
  newEmail: string | undefined,
): Promise<string> {
  const now = clock.now()
  if (kind === 'invite') await updateUser(sql, id, now, { invited_at: now })
  if (kind !== 'email_change_new' && kind !== 'email_change_current') return email ?? ''

  if (newEmail === undefined) throw validationFailed('A new email address is required')
  if (await lockAccount(sql, 'email', newEmail)) throw emailExists()
  if (email_change !== newEmail) {
    await updateUser(sql, id, now, { email_change: newEmail, email_change_confirm_status: 0 })
  }
  return kind === 'email_change_new' ? newEmail : (email ?? '')
}
