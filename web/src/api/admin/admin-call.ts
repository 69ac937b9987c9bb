import { callFunction, FunctionError } from '#api/calls/call-function.ts'
import { authorizedFetch } from '#api/session/authorized-fetch.ts'
import { sessionStore } from '#api/session/session.ts'
import { findProfile } from '#api/sign-in/load-profile.ts'
import { readConfigScript } from '#config/config-script.ts'

/** The guard redirects users who are no longer admins. */
export const callAdmin = <Reply>(
  name: string,
  schema: { parse: (reply: unknown) => Reply },
  body: object,
): Promise<Reply> => followingRole(callFunction(name, schema, { body }))

/** Downloads the file that an admin function returns. */
export const fetchAdminFile = (name: string, body: object): Promise<Blob> =>
  followingRole(fetchFile(name, body))

async function fetchFile(name: string, body: object): Promise<Blob> {
  const answer = await authorizedFetch(`${readConfigScript().apiUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  if (answer.ok) return answer.blob()
  const reply: unknown = await answer.json().catch(() => null)
  throw new FunctionError(answer.status, Object(reply))
}

async function followingRole<Reply>(call: Promise<Reply>): Promise<Reply> {
  try {
    return await call
  } catch (error) {
    if (error instanceof FunctionError && error.code === 'not_admin') await reloadProfile()
    throw error
  }
}

async function reloadProfile(): Promise<void> {
  const session = sessionStore.get()
  if (session.status !== 'member') return
  const profile = await findProfile(session.id)

  sessionStore.set({ ...session, profile })
}
