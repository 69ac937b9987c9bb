import type { DeleteAccountBody } from '@app/contract/account'
import { deleteAccountReply } from '@app/contract/account-replies'
import { useMutation } from '@tanstack/react-query'
import { callFunction } from '#api/calls/call-function.ts'
import { openIdentity } from '#api/sign-in/identity.ts'
import { isProofWanted, mailProofCode } from '#api/sign-in/proof.ts'

/** Resolves to `code-wanted` if the last sign-in is too old: then a mailed code is required too. */
export const useDeleteAccount = () => useMutation({ mutationFn: deleteAccount })

async function deleteAccount(body: DeleteAccountBody): Promise<'deleted' | 'code-wanted'> {
  const auth = await openIdentity()

  try {
    await callFunction('delete-account', deleteAccountReply, { body })
  } catch (error) {
    if (!isProofWanted(error)) throw error
    await mailProofCode()
    return 'code-wanted'
  }

  // The server has already ended the session; this removes it from the browser.
  await auth.signOut({ scope: 'local' })
  return 'deleted'
}
