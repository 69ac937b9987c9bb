import { type DeleteAccountReply, deleteAccountBody } from '@app/contract/account'
import { deleteOwnAccount } from '#identity/accounts/delete-own-account.ts'
import type { Farewell } from '#identity/accounts/farewell.ts'
import type { Identity } from '#identity/identity.ts'
import { assuredFunction } from './assured-function.ts'
import { signedInAs } from './callers.ts'
import { readJson } from './read-json.ts'

type Needs = { identity: Identity; farewell: Farewell }

export const deleteAccount = assuredFunction<Needs>('POST', async (request, member, needs) => {
  const { identity, farewell } = needs
  const wish = await readJson(request, deleteAccountBody)
  await deleteOwnAccount({ ...identity, ...farewell }, signedInAs(member), wish)

  return Response.json({ success: true } satisfies DeleteAccountReply)
})
