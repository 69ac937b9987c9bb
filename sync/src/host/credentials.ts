import { SyncError } from '#errors/sync-error.ts'

/** The token of each request. Requests that are refused concurrently share one request for a new token. */
export function openCredentials(ask: (refused?: string) => Promise<string | null>) {
  let replacing: { refused: string; next: Promise<string | null> } | null = null

  return {
    current: async (): Promise<string> => connected(await ask()),
    async replace(refused: string): Promise<string> {
      if (replacing?.refused !== refused) replacing = { refused, next: ask(refused) }
      const next = await replacing.next
      // A connection existed, and GitHub ended it.
      if (!next) throw new SyncError('token_refused')
      return next
    },
  }
}

function connected(token: string | null): string {
  if (!token) throw new SyncError('not_connected')
  return token
}
