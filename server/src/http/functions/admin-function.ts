import type { AdminDoneReply } from '@app/contract/admin'
import { streamOf } from '@app/platform/http/frame/stream-of.ts'
import { jsonAnswer } from '@app/platform/http/functions/json-answer.ts'
import { readJson } from '@app/platform/http/functions/read-json.ts'
import {
  memberFunction,
  type ServerFunction,
} from '@app/platform/http/functions/server-function.ts'
import type * as z from 'zod/mini'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import type { CsvPieces } from '#admin/export-list.ts'
import { countingRefusals, requireAdmin } from '#admin/levels.ts'

export type AdminNeeds = { admin: AdminArea }

type Work<Body> = (admin: AdminArea, caller: AdminCaller, body: Body) => Promise<object>

/**
 * For users of the admin area; the service key represents no user and is refused. Each verb checks the role at its own level, so that refusals are recorded. Only malformed bodies reach no verb.
 */
export const adminFunction = <Schema extends z.ZodMiniType>(
  schema: Schema,
  work: Work<z.infer<Schema>>,
): ServerFunction<AdminNeeds> =>
  memberFunction<AdminNeeds>('POST', async (request, member, { admin }, client) => {
    const caller = { member, client }
    const answer = await countingRefusals(admin, caller, async () => {
      const body = await readJson(request, schema).catch(async (error: unknown) => {
        await requireAdmin(admin, caller)
        throw error
      })
      return work(admin, caller, body)
    })
    if (answer instanceof Response) return answer
    return jsonAnswer(answer)
  })

/** The answer of a change without a result. */
export async function done(change: Promise<unknown>): Promise<AdminDoneReply> {
  await change
  return { success: true }
}

/** The same for a change that returns a count. */
export const counted = async (change: Promise<number>) => ({ success: true, count: await change })

/** A file for the browser to save. */
export const csvResponse = async (
  { log }: AdminArea,
  name: string,
  pieces: Promise<CsvPieces>,
): Promise<Response> =>
  new Response(await streamOf(encoded(await pieces), log), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  })

async function* encoded(pieces: CsvPieces): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder()
  for await (const piece of pieces) yield encoder.encode(piece)
}
