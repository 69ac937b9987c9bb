/** One event, told once or more often. */
export type Delivery = {
  /** The same for every attempt: by it a receiver knows what he was told already. */
  guid: string
  clientId: string
  event: string
  action: string | null
  payload: string
  happenedAt: number
  installationId: number | null
  repositoryId: number | null
  /** Oldest first; none yet while it is held back. */
  attempts: Attempt[]
}

export type Attempt = {
  id: number
  at: number
  durationMs: number
  /** 0: nobody answered. */
  statusCode: number
  /** As GitHub's log says it: OK, or what went wrong. */
  status: string
  url: string
  requestHeaders: Record<string, string>
  responseHeaders: Record<string, string>
  responseBody: string
}
