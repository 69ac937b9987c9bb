import { CodedError } from '#api/errors/coded-error.ts'
import { authorizedFetch } from '#api/session/authorized-fetch.ts'
import { readConfigScript } from '#config/config-script.ts'

// Calls of the file service. Its client library would be larger than this file.

export async function uploadFile(bucket: string, name: string, file: Blob): Promise<void> {
  await ask(`object/${bucket}/${name}`, {
    method: 'POST',
    headers: { 'content-type': file.type, 'cache-control': 'max-age=31536000' },
    body: file,
  })
}

export async function removeFile(bucket: string, name: string): Promise<void> {
  await ask(`object/${bucket}/${name}`, { method: 'DELETE' })
}

/** A URL that downloads the file without a session for some minutes. */
export async function downloadLink(bucket: string, name: string, saveAs: string): Promise<string> {
  const { signedURL } = await ask<{ signedURL: string }>(`object/sign/${bucket}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: LINK_LIFETIME_S }),
  })

  return `${base()}${signedURL}&download=${encodeURIComponent(saveAs)}`
}

const LINK_LIFETIME_S = 300

const base = () => `${readConfigScript().apiUrl}/storage/v1`

async function ask<Reply>(path: string, init: RequestInit): Promise<Reply> {
  const answer = await authorizedFetch(`${base()}/${path}`, init)
  if (!answer.ok) await refuseToken(answer)
  const reply = await answer.json().catch(() => ({}))

  if (!answer.ok) throw new CodedError(reply.error ?? '', reply.message)
  return reply
}

/** Its error for a refused token equals that for a refused file. */
async function refuseToken(answer: Response): Promise<void> {
  const { isTokenRefused } = await import('#api/session/renewed-call.ts')

  if (await isTokenRefused(answer)) throw new CodedError('bad_jwt')
}
