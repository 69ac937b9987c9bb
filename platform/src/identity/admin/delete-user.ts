import { theServer } from '#db/database.ts'
import { recordingRefusal, theService } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { deleteAccount } from '#identity/flows/delete-account.ts'
import type { Identity } from '#identity/identity.ts'
import { lockUser } from './get-user.ts'

type Input = { id: string; isSoft: boolean }

export async function deleteUserByAdmin(
  needs: Identity,
  { id, isSoft }: Input,
  client: Client,
): Promise<void> {
  const event = { actor: theService, client, traits: { user_id: id, is_soft: isSoft } }

  await recordingRefusal(needs, { action: 'user_deleted', ...event }, () =>
    needs.db.as(theServer, async (sql) => {
      const account = await lockUser(sql, id)
      await deleteAccount(sql, needs, account, { isSoft, ...event })
    }),
  )
}
