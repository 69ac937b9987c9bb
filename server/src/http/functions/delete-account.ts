import { type DeleteAccountReply, deleteAccountBody } from '@app/contract/account'
import { signedInAs } from '@app/platform/http/functions/callers.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import { deleteOwnAccount } from '@app/platform/identity/flows/delete-own-account.ts'
import type { Identity } from '@app/platform/identity/identity.ts'

type Needs = { identity: Identity }

export const deleteAccount = assuredFunction<Needs>('POST', async (request, member, needs) => {
  const input = await readJson(request, deleteAccountBody)
  await deleteOwnAccount(needs.identity, signedInAs(member), input)

  return Response.json({ success: true } satisfies DeleteAccountReply)
})
