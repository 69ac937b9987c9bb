import type { DeleteAccountBody, DeleteAccountReply } from '@app/contract/account'
import { callFunction, FunctionError } from '#api/call-function.ts'
import { openIdentity } from '#api/identity.ts'

/**
 * Deletes the account, or answers that a code is wanted first, which is then on its way by mail: whoever signed in
 * long ago has to show that he still reads what is sent to him.
 */
export async function deleteAccount(wish: DeleteAccountBody): Promise<'deleted' | 'code-wanted'> {
  const auth = await openIdentity()

  try {
    await callFunction<DeleteAccountReply>('delete-account', { body: wish })
  } catch (error) {
    if (!(error instanceof FunctionError) || error.code !== 'reauthentication_needed') throw error
    const { error: refusal } = await auth.reauthenticate()
    if (refusal) throw refusal
    return 'code-wanted'
  }

  // The server has forgotten this session already; only the browser still has it.
  await auth.signOut({ scope: 'local' })
  return 'deleted'
}
