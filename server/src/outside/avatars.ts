import { ProviderError } from '@app/platform/outside/provider-error.ts'

const LIMIT_MS = 10_000
const MOST_BYTES = 5 * 1024 * 1024
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

export type Image = { bytes: Uint8Array; type: string }

/** null: not an image of a supported type and size. */
export type FetchAvatar = (url: string) => Promise<Image | null>

/** Restricted to the providers' hosts; otherwise a URL could make the server call anything (SSRF). */
export const openAvatars =
  (origins: readonly string[]): FetchAvatar =>
  async (url) => {
    if (!isTheirs(origins, url)) return null

    try {
      const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(LIMIT_MS) })
      const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
      const isWanted = answer.ok && TYPES.includes(type)
      const isLong = Number(answer.headers.get('content-length')) > MOST_BYTES
      if (!isWanted || isLong) {
        await answer.body?.cancel()
        return null
      }
      const bytes = await readAll(answer)
      return bytes && { bytes, type }
    } catch (error) {
      throw new ProviderError('pictures', 'unavailable', 'cannot be fetched', { cause: error })
    }
  }

const HOSTS = /^https:\/\/(avatars\.githubusercontent\.com|lh\d\.googleusercontent\.com)$/

const isTheirs = (origins: readonly string[], url: string): boolean => {
  const { origin } = new URL(url)

  return HOSTS.test(origin) || origins.includes(origin)
}

async function readAll(answer: Response): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of answer.body ?? []) {
    length += piece.byteLength
    if (length > MOST_BYTES) return null
    pieces.push(piece)
  }

  return Buffer.concat(pieces)
}
