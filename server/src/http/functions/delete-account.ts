import { type DeleteAccountReply, deleteAccountBody } from '@app/contract/account'
import { endSubscriptions } from '#billing/end-subscriptions.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { disconnect } from '#code-host/disconnect.ts'
import { deleteOwnAccount } from '#identity/accounts/delete-own-account.ts'
import type { Identity } from '#identity/identity.ts'
import { assuredFunction } from './assured-function.ts'
import { readJson } from './read-json.ts'

type Needs = { identity: Identity; codeHost: CodeHost }

export const deleteAccount = assuredFunction<Needs>('POST', async (request, member, needs) => {
  const { identity, codeHost } = needs
  const wish = await readJson(request, deleteAccountBody)
  const endConnections = (userId: string) => disconnect(codeHost, userId)
  await deleteOwnAccount({ ...identity, endConnections, endSubscriptions }, member, wish)

  return Response.json({ success: true } satisfies DeleteAccountReply)
})
