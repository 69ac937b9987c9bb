import { deleteAccountBody } from '@app/contract/account'
import type { DeleteAccountReply } from '@app/contract/account-replies'
import { signedInAs } from '@app/platform/http/functions/callers.ts'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { assuredFunction } from '@app/platform/http/functions/server-function.ts'
import { deleteOwnAccount } from '@app/platform/identity/flows/delete-own-account.ts'
import type { Identity } from '@app/platform/identity/identity.ts'
import { deleteCopiesOf } from '#private-imports/delete-temporary-clone.ts'
import type { PrivateImports } from '#private-imports/private-imports.ts'

type Needs = { identity: Identity; privateImports: PrivateImports }

export const deleteAccount = assuredFunction<Needs>('POST', async (request, member, needs) => {
  const input = await readJson(request, deleteAccountBody)
  // After the deletion only the app itself could delete them.
  await deleteCopiesOf(needs.privateImports, member)
  await deleteOwnAccount(needs.identity, signedInAs(member), input)

  return jsonAnswer({ success: true } satisfies DeleteAccountReply)
})
