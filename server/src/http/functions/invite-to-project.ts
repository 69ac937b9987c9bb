import { type InviteToProjectReply, inviteToProjectBody } from '@app/contract/projects'
import type { Database } from '@app/platform/db/database.ts'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import { memberFunction } from '@app/platform/http/functions/server-function.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import { inviteToProject as invite } from '#projects/invite-to-project.ts'

type Needs = { db: Database; outbox: ProductOutbox }

export const inviteToProject = memberFunction<Needs>('POST', async (request, member, needs) => {
  await invite(needs, member, await readJson(request, inviteToProjectBody))

  return jsonAnswer({ success: true } satisfies InviteToProjectReply)
})
