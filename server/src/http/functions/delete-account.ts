import { type DeleteAccountReply, deleteAccountBody } from '@app/contract/account'
import { deleteOwnAccount } from '@app/platform/identity/accounts/delete-own-account.ts'
import type { Farewell } from '@app/platform/identity/accounts/farewell.ts'
import type { Identity } from '@app/platform/identity/identity.ts'
import { assuredFunction } from '@app/platform/http/functions/assured-function.ts'
import { signedInAs } from '@app/platform/http/functions/callers.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'

type Needs = { identity: Identity; farewell: Farewell }

export const deleteAccount = assuredFunction<Needs>('POST', async (request, member, needs) => {
  const { identity, farewell } = needs
  const wish = await readJson(request, deleteAccountBody)
  await deleteOwnAccount({ ...identity, ...farewell }, signedInAs(member), wish)

  return Response.json({ success: true } satisfies DeleteAccountReply)
})
