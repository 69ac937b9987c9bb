import { type Caller, visitor } from '#db/database.ts'
import type { ApiKeys } from '#tokens/api-keys.ts'
import type { Tokens } from '#tokens/open-tokens.ts'
import { readBearer } from '#tokens/read-bearer.ts'
import { type FramedRequest, type Handler, headerText, pathOf } from './framed-request.ts'

type Needs = { tokens: Tokens; apiKeys: ApiKeys }

const READING = ['GET', 'HEAD', 'OPTIONS']

/**
 * Notes who may have written, before the answer says so. Functions may write whatever the method is. The data API notes its own writers,
 * because its functions may be read by POST.
 */
export const noteWriters =
  (needs: Needs, wrote: (caller: Caller, clientAddress: string) => void, serve: Handler): Handler =>
  (incoming, outgoing) => {
    if (mayWrite(incoming)) {
      const note = () => void noteCaller(needs, incoming, wrote)
      outgoing.beforeHead = note
      outgoing.on('close', note)
    }
    serve(incoming, outgoing)
  }

const mayWrite = (request: FramedRequest): boolean =>
  !READING.includes(request.method ?? '') || pathOf(request).startsWith('/functions/')

/** A token that a surface accepted is known by now, so nothing is awaited for it. */
function noteCaller(
  needs: Needs,
  { headers, clientAddress }: FramedRequest,
  wrote: (caller: Caller, clientAddress: string) => void,
): void | Promise<void> {
  const bearer = readBearer(needs, {
    authorization: headers.authorization,
    apikey: headerText(headers.apikey),
  })
  const note = (read: Awaited<typeof bearer>) => {
    if (read.kind === 'nobody') wrote(visitor, clientAddress)
    else if (read.kind === 'claims') wrote(callerOf(read.claims), clientAddress)
  }

  return bearer instanceof Promise ? bearer.then(note) : note(bearer)
}

const callerOf = (claims: Caller['claims']): Caller => ({
  role: typeof claims.role === 'string' ? claims.role : visitor.role,
  claims,
})
