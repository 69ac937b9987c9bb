import { ProviderError } from './provider-error.ts'

type Place = { url: string; key: string }
type Download = { bytes: AsyncIterable<Uint8Array>; md5: string | null } | null

/** Large files take long. */
const LIMIT_MS = 30 * 60_000
const ABSENT = [400, 404]

/** Downloads files from the storage API of a project, with the rights of its service key. */
export function openHostedStorage({ url, key }: Place) {
  const base = `${url.replace(/\/+$/, '').replace(/\/storage\/v1$/, '')}/storage/v1`
  // Keys of the new kind are no tokens.
  const headers: Record<string, string> = key.startsWith('sb_')
    ? { apikey: key }
    : { apikey: key, authorization: `Bearer ${key}` }

  return async (bucket: string, name: string): Promise<Download> => {
    const path = [bucket, ...name.split('/')].map(encodeURIComponent).join('/')
    const response = await fetch(`${base}/object/authenticated/${path}`, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (response.ok && response.body) {
      return { bytes: response.body, md5: digestIn(response.headers.get('etag')) }
    }
    const words = (await response.text()).slice(0, 200)
    if (ABSENT.includes(response.status) && /not.?found|NoSuchKey/i.test(words)) return null

    throw new ProviderError('storage', 'unavailable', `it answered ${response.status}: ${words}`)
  }
}

const digestIn = (etag: string | null) =>
  /^(?:W\/)?"?([0-9a-f]{32})"?$/.exec(etag ?? '')?.[1] ?? null
